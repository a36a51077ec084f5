"""Every change that is printed runs: for each type of key, and each way in which rows may be named, the files with the
changes made are loaded by a PostgreSQL server, and each routine of theirs is called once.

    fixes_on_server.py          all types in one pattern, every twelfth, in turn, in each other one
    fixes_on_server.py all      all types in all patterns
    fixes_on_server.py uuid     types of that name"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True
import apply  # noqa: E402
import postgresql  # noqa: E402

ISOPROOF = os.environ["ISOPROOF"]

TYPES = {  # each with a value
    "smallint": "7", "integer": "7", "bigint": "7", "numeric": "7", "numeric(8,2)": "7", "text": "'k'",
    "varchar(8)": "'k'", "char(4)": "'k'", "uuid": "'00000000-0000-0000-0000-00000000000a'", "date": "'2024-01-02'",
    "timestamp": "'2024-01-02 03:04'", "timestamptz": "'2024-01-02 03:04+00'", "time": "'03:04'", "bytea": "'\\x00'",
    "boolean": "true", "mood": "'ok'", "inet": "'10.0.0.1'", "label": "'xk'", "code": "107", "reference":
    "'00000000-0000-0000-0000-00000000000a'", "integer[]": "'{7}'", "text[]": "'{k}'", "double precision": "7",
    "jsonb": "'{}'", "name": "'k'", "bit(4)": "'1010'", "int4range": "'[1,3)'", "interval": "'1 day'", "oid": "7"}

DEFINITIONS = """CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE DOMAIN label AS text CHECK (VALUE LIKE 'x%');
CREATE DOMAIN code AS integer CHECK (VALUE > 100);
CREATE DOMAIN reference AS uuid;
"""

PATTERNS = {
    # two tables, each consulted before the other is written: what stands for both is a number
    "advisory": """
CREATE TABLE s (id {t} PRIMARY KEY);
CREATE TABLE b (id {t} PRIMARY KEY);
CREATE FUNCTION r(p {t}) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT 1 FROM b WHERE id = p) THEN INSERT INTO s VALUES (p); END IF;
END $$;
CREATE FUNCTION q(p {t}) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT 1 FROM s WHERE id = p) THEN INSERT INTO b VALUES (p); END IF;
END $$;
""",
    # the same with names that are words of SQL, or not in lower case
    "quoted": """
CREATE TABLE "Order" ("user" {t} PRIMARY KEY);
CREATE TABLE "group" ("user" {t} PRIMARY KEY);
CREATE FUNCTION r("theKey" {t}) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT 1 FROM "group" WHERE "user" = "theKey") THEN
		INSERT INTO "Order" VALUES ("theKey");
	END IF;
END $$;
CREATE FUNCTION q("theKey" {t}) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT 1 FROM "Order" WHERE "user" = "theKey") THEN
		INSERT INTO "group" VALUES ("theKey");
	END IF;
END $$;
""",
    # a number that is read and written
    "counter": """
CREATE TABLE "Total" (k {t} PRIMARY KEY, "Sum" integer NOT NULL);
CREATE FUNCTION r(p {t}) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	v integer;
BEGIN
	SELECT "Sum" INTO v FROM "Total" WHERE k = p;
	UPDATE "Total" SET "Sum" = v + 1 WHERE k = p;
END $$;
""",
    # rows that belong to another one
    "children": """
CREATE SCHEMA shop;
CREATE TABLE shop."Course" ("Id" {t} PRIMARY KEY, room integer NOT NULL);
CREATE TABLE shop.seat (id integer PRIMARY KEY, course {t} NOT NULL REFERENCES shop."Course");
CREATE FUNCTION r(p {t}, p_id integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	v_taken integer;
	v_room integer;
BEGIN
	SELECT room INTO v_room FROM shop."Course" WHERE "Id" = p;
	SELECT count(*) INTO v_taken FROM shop.seat WHERE course = p;
	IF v_taken < v_room THEN
		INSERT INTO shop.seat VALUES (p_id, p);
	END IF;
END $$;
""",
    # a key that only the program knows of
    "unique": """
CREATE TABLE member (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, "Mail" {t} NOT NULL, list integer NOT NULL);
CREATE FUNCTION r(p {t}, p_list integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM 1 FROM member WHERE "Mail" = p AND list = p_list;
	IF FOUND THEN RAISE EXCEPTION 'taken'; END IF;
	INSERT INTO member ("Mail", list) VALUES (p, p_list);
END $$;
""",
    # a reference that only the program knows of
    "reference": """
CREATE TABLE "Author" (id {t} PRIMARY KEY);
CREATE TABLE book (id integer PRIMARY KEY, "Writer" {t});
CREATE FUNCTION r(p {t}, p_id integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT 1 FROM "Author" WHERE id = p) THEN RAISE EXCEPTION 'no author'; END IF;
	INSERT INTO book VALUES (p_id, p);
END $$;
CREATE FUNCTION q(p {t}) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT 1 FROM book WHERE "Writer" = p) THEN RAISE EXCEPTION 'in use'; END IF;
	DELETE FROM "Author" WHERE id = p;
END $$;
""",
    # a number that is looked at, then taken from
    "stock": """
CREATE TABLE "Stock" (k {t} PRIMARY KEY, "Left" integer NOT NULL);
INSERT INTO "Stock" VALUES ({v}, 5);
CREATE FUNCTION r(p {t}) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
	v_left integer;
BEGIN
	SELECT "Left" INTO v_left FROM "Stock" WHERE k = p;
	IF v_left IS NULL OR v_left < 1 THEN RETURN false; END IF;
	UPDATE "Stock" SET "Left" = "Left" - 1 WHERE k = p;
	RETURN true;
END $$;
""",
    # a state that is looked at, then changed, with more to do
    "state": """
CREATE TABLE bill (k {t} PRIMARY KEY, "State" text NOT NULL);
CREATE TABLE points (k {t} PRIMARY KEY, n integer NOT NULL);
INSERT INTO bill VALUES ({v}, 'new');
CREATE FUNCTION r(p {t}) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	v bill%ROWTYPE;
BEGIN
	SELECT * INTO STRICT v FROM bill WHERE k = p;
	IF v."State" <> 'new' THEN RAISE EXCEPTION 'it is %', v."State"; END IF;
	UPDATE bill SET "State" = 'paid' WHERE k = p;
	UPDATE points SET n = n + 1 WHERE k = p;
END $$;
""",
    # a row that is picked
    "queue": """
CREATE TABLE job (id integer PRIMARY KEY, k {t} NOT NULL, "Done" boolean NOT NULL);
INSERT INTO job VALUES (1, {v}, false);
CREATE FUNCTION r(p {t}) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
	v_id integer;
BEGIN
	SELECT id INTO v_id FROM job WHERE k = p AND NOT "Done" LIMIT 1;
	UPDATE job SET "Done" = true WHERE id = v_id;
	RETURN v_id;
END $$;
""",
    # a key of two columns
    "composite": """
CREATE TABLE on_call (day date, who {t}, "On" boolean NOT NULL, PRIMARY KEY (day, who));
CREATE FUNCTION r(p_day date, p {t}) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF (SELECT count(*) FROM on_call WHERE day = p_day AND "On") > 1 THEN
		UPDATE on_call SET "On" = false WHERE day = p_day AND who = p;
	END IF;
END $$;
"""}
# Types for which each pattern has a change at least; the others have one if it is proved.
MANY = {"smallint", "integer", "bigint", "text", "varchar(8)", "uuid", "mood", "label", "code", "reference"}


def calls(pattern, value, text):
    """Each routine once."""
    second = {"children": ", 1", "unique": ", 1", "reference": ", 1"}.get(pattern, "")
    first = "'2024-01-02', " if pattern == "composite" else ""
    for name in ("r", "q"):
        if f"FUNCTION {name}(" in text:
            yield f"SELECT {name}({first}{value}{second if name == 'r' else ''})"


def try_set(server, folder, pattern, name, value):
    """How many lists of changes ran, and what went wrong."""
    path = f"{folder}/set.sql"
    text = DEFINITIONS + PATTERNS[pattern].replace("{t}", name).replace("{v}", f"CAST({value} AS {name})")
    pathlib.Path(path).write_text(text, encoding="utf-8")
    done = subprocess.run([ISOPROOF, "advise", "-q", "--no-replay", "--format", "json", path], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False)
    if done.returncode not in (0, 1, 3):
        return 0, [done.stderr.decode()]
    advice = json.loads(done.stdout)["advice"]
    wrong = []
    for one in advice["fix_sets"]:
        texts = {path: text}
        apply.make(texts, [edit for f in one["fixes"] for edit in advice["fixes"][f]["edits"]])
        wanted = calls(pattern, f"CAST({value} AS {name})", text)
        # That the routine refuses what it is called with is no fault: it did run.
        script = "DROP SCHEMA IF EXISTS t CASCADE; DROP SCHEMA IF EXISTS shop CASCADE;\n" \
                 "CREATE SCHEMA t; SET search_path = t, public;\n" + texts[path] + \
                 "".join(f"DO $do$ BEGIN PERFORM {call[len('SELECT '):]}; "
                         "EXCEPTION WHEN raise_exception OR foreign_key_violation THEN NULL; END $do$;\n"
                         for call in wanted)
        _, errors, status = server.psql(script, "-v", "ON_ERROR_STOP=1")
        if status:
            wrong.append(errors + texts[path])
    return len(advice["fix_sets"]), wrong


def run(server):
    lists = failures = sets = 0
    with tempfile.TemporaryDirectory() as folder:
        for turn, pattern in enumerate(PATTERNS):
            for number, (name, value) in enumerate(TYPES.items()):
                if not (name in sys.argv[1:] or "all" in sys.argv[1:] or
                        (not sys.argv[1:] and (turn == 0 or (number + turn) % 12 == 0))):
                    continue
                sets += 1
                found, wrong = try_set(server, folder, pattern, name, value)
                if not found and name in MANY:
                    wrong.append("no change is advised")
                lists += found
                failures += bool(wrong)
                for text in wrong:
                    print(f"{pattern}, {name}: {text}", flush=True)
    print(f"{sets} sets, {lists} lists of changes made, loaded and run, {failures} wrong")
    return 1 if failures or not lists else 0


def main():
    if not postgresql.folder():
        return postgresql.SKIPPED
    with postgresql.Server() as server:
        return run(server)


if __name__ == "__main__":
    sys.exit(main())
