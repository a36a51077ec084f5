"""Sequences that some program sets, restarts, looks at or has cycle, beside programs that draw from them and use rows. What
clients are given tells only on which side of 50 a number is: nextval beside nextval alone is outside of isolation."""

SCHEMA = """CREATE SEQUENCE s;
CREATE SEQUENCE other;
CREATE SEQUENCE round {cycle};
CREATE TABLE t (id serial PRIMARY KEY, v int NOT NULL);
CREATE TABLE x (id int PRIMARY KEY, v int NOT NULL);
CREATE VIEW far AS SELECT nextval('s') > 50 AS far;
CREATE FUNCTION sets_back() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM setval('s', 1); RETURN NULL; END $$;
"""
ROWS = ["SELECT v FROM x WHERE id = {}", "UPDATE x SET v = {} WHERE id = {}", "UPDATE x SET v = v + 1 WHERE id = {}"]
DRAWS = ["SELECT nextval('s') > 50", "SELECT nextval('public.s'::regclass) > 50", "INSERT INTO t (v) VALUES ({}) RETURNING id > 50",
         "SELECT far FROM far", "SELECT nextval('other') > 50", "SELECT nextval('t_id_seq') > 50", "SELECT nextval('round') > 1"]
SETS = ["SELECT setval('s', 100)", "SELECT setval('s', 1)", "SELECT setval('t_id_seq', 100)",
        "SELECT setval(pg_get_serial_sequence('t', 'id'), 100)", "TRUNCATE t RESTART IDENTITY", "ALTER SEQUENCE s RESTART WITH 100",
        "SELECT setval(('s')::regclass, 100)"]
LOOKS = ["SELECT last_value > 50 FROM s", "SELECT s.is_called FROM s, x WHERE x.id = {}",
         "SELECT last_value > 50 FROM pg_sequences WHERE sequencename = 's'", "SELECT coalesce(pg_sequence_last_value('s'), 0) > 0",
         "SELECT count(last_value) FROM pg_sequences WHERE sequencename IN ('s', 'other')"]


def statement(r, kinds):
    text = r.choice(r.choice(kinds))
    return text.format(*(r.choice([1, 2]) for _ in range(text.count("{}"))))


def draw(r):
    sets, looks = r.random() < 0.6, r.random() < 0.3
    blocks = []
    for i in range(2):
        kinds = [ROWS, DRAWS] + ([SETS] if sets and i else []) + ([LOOKS] if looks and not i else [])
        lines = [statement(r, kinds) for _ in range(r.choice([2, 2, 3]))]
        blocks.append("\n".join([f"-- name: p{i}", "BEGIN;", *(line + ";" for line in lines), "COMMIT;", ""]))
    cycle = r.choice(["", "", "MAXVALUE 2 CYCLE"])
    schema = SCHEMA.format(cycle=cycle)
    if not cycle:  # then the first number would tell which transaction has drawn first
        blocks = [block.replace("nextval('round') > 1", "nextval('round') > 50") for block in blocks]
    if r.random() < 0.2:
        schema += "CREATE TRIGGER back AFTER UPDATE ON x FOR EACH ROW EXECUTE FUNCTION sets_back();\n"
    return {"sql": schema + "".join(blocks), "init": ["INSERT INTO x VALUES (1, 0), (2, 0)"],
            "calls": [["p0()", "p1()"], ["p1()", "p1()"], ["p0()", "p0()"], ["p0()", "p1()", "p1()"]],
            "view": {"t": "SELECT v, id > 50 FROM t ORDER BY 1, 2"}}
