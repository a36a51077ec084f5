"""What catalogs, large objects and sizes tell, beside programs that change it and programs that do not."""

SCHEMA = """CREATE TABLE a (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE b (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE x (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE files (name text, node oid);
CREATE FUNCTION noted() RETURNS text LANGUAGE sql STABLE AS $$ SELECT obj_description('a'::regclass, 'pg_class') $$;
"""
READS = ["SELECT obj_description('a'::regclass, 'pg_class')", "SELECT obj_description('b'::regclass, 'pg_class')", "SELECT noted()",
         "SELECT col_description('a'::regclass, 2)", "SELECT lo_get(777)", "SELECT lo_get(778)",
         "SELECT count(*) FROM pg_largeobject WHERE data = 'z'", "SELECT pg_relation_size('b')", "SELECT pg_total_relation_size('a') > 8192",
         "SELECT count(*) FROM pg_description WHERE description = 'z'", "SELECT count(*) FROM information_schema.tables WHERE table_name = 'b'",
         "SELECT format_type('int4'::regtype, NULL)", "SELECT has_table_privilege('a', 'SELECT')",
         "SELECT count(*) FROM pg_class WHERE relname = 'mine'",
         "SELECT node = pg_relation_filenode(name::regclass) FROM files", "SELECT node = relfilenode FROM files JOIN pg_class ON relname = name",
         "SELECT count(*) FROM a", "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'a_pkey'"]
ROWS = ["SELECT v FROM x WHERE id = {}", "UPDATE x SET v = {} WHERE id = {}", "INSERT INTO b VALUES ({}, 1) ON CONFLICT DO NOTHING"]
CHANGES = ["COMMENT ON TABLE a IS 'z'", "COMMENT ON TABLE b IS 'z'", "COMMENT ON COLUMN a.v IS 'z'", "SELECT lo_put(777, 0, 'z')",
           "SELECT lo_put(778, 0, 'z')", "SELECT lo_unlink(777)", "CREATE TEMPORARY TABLE mine (i int)",
           "CREATE TEMPORARY TABLE mine (i int) ON COMMIT DROP", "ANALYZE x", "TRUNCATE b", "TRUNCATE b, x"]
INIT = ["COMMENT ON TABLE a IS 'a'", "COMMENT ON TABLE b IS 'a'", "COMMENT ON COLUMN a.v IS 'a'", "SELECT lo_unlink(oid) FROM pg_largeobject_metadata",
        "SELECT lo_from_bytea(777, 'a'), lo_from_bytea(778, 'a')", "INSERT INTO x VALUES (1, 0), (2, 0)",
        "INSERT INTO files SELECT 'b', pg_relation_filenode('b')"]


def statement(r, kinds):
    text = r.choice(r.choice(kinds))
    return text.format(*(r.choice([1, 2]) for _ in range(text.count("{}"))))


def draw(r):
    changes = r.random() < 0.7
    blocks = []
    for i in range(2):
        kinds = [ROWS, READS] + ([CHANGES] if changes and (i or r.random() < 0.3) else [])
        lines = [statement(r, kinds) for _ in range(r.choice([2, 2, 3]))]
        blocks.append("\n".join([f"-- name: p{i}", "BEGIN;", *(line + ";" for line in lines), "COMMIT;", ""]))
    return {"sql": SCHEMA + "".join(blocks), "init": INIT, "calls": [["p0()", "p1()"], ["p1()", "p1()"], ["p0()", "p0()"]], "failing": True,
            "ignore": ["files"]}
