"""Programs that change definitions - defaults, constraints, functions, views, types, rights, materialized views - beside programs
that use them or do not."""

SCHEMA = """CREATE TYPE mood AS ENUM ('low', 'high');
CREATE TABLE a (id int PRIMARY KEY, v int NOT NULL DEFAULT 0, CONSTRAINT small CHECK (v < 5));
CREATE TABLE x (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE y (id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION z() RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE VIEW w AS SELECT 1 AS one;
CREATE FUNCTION doubles() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.v := NEW.v * 2; RETURN NEW; END $$;
CREATE MATERIALIZED VIEW m AS SELECT count(*) AS n FROM x WHERE v > 0;
"""
USES = ["INSERT INTO a (id) VALUES ({})", "INSERT INTO a VALUES ({}, 7)", "SELECT z()", "SELECT one FROM w", "SELECT n FROM m",
        "SELECT array_length(enum_range(NULL::mood), 1)", "SELECT to_regclass('made') IS NULL", "SELECT count(*) FROM pg_indexes WHERE tablename = 'a'"]
ROWS = ["SELECT v FROM x WHERE id = {}", "UPDATE x SET v = {} WHERE id = {}", "UPDATE y SET v = v + 1 WHERE id = {}", "SELECT v FROM y WHERE id = {}"]
CHANGES = ["ALTER TABLE a ALTER v SET DEFAULT 3", "ALTER TABLE a DROP CONSTRAINT IF EXISTS small", "ALTER TABLE a ADD COLUMN IF NOT EXISTS n int",
           "CREATE OR REPLACE FUNCTION z() RETURNS int LANGUAGE sql AS 'SELECT 2'", "CREATE OR REPLACE VIEW w AS SELECT 2 AS one",
           "REFRESH MATERIALIZED VIEW m", "ALTER TYPE mood ADD VALUE IF NOT EXISTS 'top'", "CREATE TABLE IF NOT EXISTS made (i int)",
           "CREATE INDEX IF NOT EXISTS a_v ON a (v)", "CREATE OR REPLACE TRIGGER d BEFORE INSERT ON a FOR EACH ROW EXECUTE FUNCTION doubles()",
           "DO $$ BEGIN ALTER TABLE a ALTER v SET DEFAULT 4; END $$", "SELECT v INTO made FROM x WHERE id = 1",
           "CREATE TABLE IF NOT EXISTS made AS SELECT v FROM x"]


def statement(r, kinds):
    text = r.choice(r.choice(kinds))
    return text.format(*(r.choice([1, 2]) for _ in range(text.count("{}"))))


def draw(r):
    changes = r.random() < 0.7
    blocks = []
    for i in range(2):
        kinds = [ROWS, USES] if not i else [ROWS, ROWS, CHANGES] if changes else [ROWS]
        lines = [statement(r, kinds) for _ in range(r.choice([2, 2, 3]))]
        if r.random() < 0.3 and not any(line.startswith(("REFRESH", "SELECT v INTO")) for line in lines):
            body = [("PERFORM" + line[6:] if line.startswith("SELECT") else line) for line in lines if not line.startswith("DO")]
            if body:
                blocks.append(f"CREATE PROCEDURE p{i}() LANGUAGE plpgsql AS $$\nBEGIN\n" + "".join(f"    /*P*/ {line};\n" for line in body) + "END $$;\n")
                continue
        blocks.append("\n".join([f"-- name: p{i}", "BEGIN;", *(line + ";" for line in lines), "COMMIT;", ""]))
    call = ["p0()" if "-- name: p0" in blocks[0] else "CALL p0()", "p1()" if "-- name: p1" in blocks[1] else "CALL p1()"]
    return {"sql": SCHEMA + "".join(blocks), "init": ["INSERT INTO x VALUES (1, 0), (2, 0)", "INSERT INTO y VALUES (1, 0), (2, 0)"],
            "calls": [[call[0], call[1]], [call[1], call[1]], [call[0], call[0]]], "fresh": True, "failing": True}
