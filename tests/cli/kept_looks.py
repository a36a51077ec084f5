#!/usr/bin/env python3
"""What a look at a place (--at) keeps does not change what it reports, whatever is edited: each edit here makes another
answer right, and is made in a text, or an option, that the kept answer depends on in another way."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ISOPROOF = pathlib.Path(os.environ["ISOPROOF"]).resolve()

SCHEMA = """
CREATE FUNCTION first_state() RETURNS integer LANGUAGE sql IMMUTABLE AS $$ SELECT 0 $$;
CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL DEFAULT 0, kind integer NOT NULL DEFAULT 0);
CREATE TABLE entry (id integer PRIMARY KEY, state integer NOT NULL DEFAULT first_state());
CREATE FUNCTION copied_state() RETURNS integer LANGUAGE sql AS $$ SELECT total FROM note WHERE id = 1 $$;
CREATE TABLE copied (id integer PRIMARY KEY, state integer NOT NULL DEFAULT copied_state());
CREATE TABLE note (id integer PRIMARY KEY, total integer NOT NULL);
CREATE FUNCTION noted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN NEW; END $$;
CREATE TRIGGER noted AFTER UPDATE ON account FOR EACH ROW EXECUTE FUNCTION noted();
"""

# Most of these find nothing: single statements on a row by its key.
CODE = """
CREATE FUNCTION add(k integer, n integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v integer; BEGIN UPDATE account SET balance = balance + n WHERE id = k; END $$;
CREATE FUNCTION helper(k integer, n integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v integer; BEGIN UPDATE account SET balance = balance + n WHERE id = k; END $$;
CREATE FUNCTION pay(k integer, n integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM helper(k, n); END $$;
CREATE FUNCTION twice(k integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE a integer; b integer;
BEGIN
    SELECT kind INTO a FROM account WHERE id = k;
    SELECT kind INTO b FROM account WHERE id = k;
    RETURN a - b;
END $$;
CREATE FUNCTION start(k integer) RETURNS bigint LANGUAGE sql AS $$
    INSERT INTO entry (id) VALUES (k);
    SELECT count(*) FROM entry WHERE state = 1 $$;
CREATE FUNCTION copy(k integer) RETURNS void LANGUAGE sql AS $$ INSERT INTO copied (id) VALUES (k) $$;
CREATE FUNCTION may_grow(n integer) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$ SELECT false $$;
CREATE FUNCTION grow(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    SELECT total INTO v FROM note WHERE id = k;
    IF may_grow(v) THEN
        UPDATE note SET total = v + 1 WHERE id = k;
    END IF;
END $$;
CREATE FUNCTION grow_if(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    SELECT total INTO v FROM note WHERE id = k;
    IF {{.grows}} THEN
        UPDATE note SET total = v + 1 WHERE id = k;
    END IF;
END $$;
CREATE FUNCTION not_run(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v integer; x text;
BEGIN
    SELECT kind INTO v FROM account WHERE id = k;
    x := xpath('/a', '<a/>');
    UPDATE account SET kind = v + 1 WHERE id = k;
END $$;
CREATE FUNCTION sum_notes() RETURNS bigint LANGUAGE sql AS $$ SELECT sum(total) FROM note $$;
"""

WRITE = "UPDATE account SET balance = balance + n WHERE id = k"
READ_THEN_WRITE = """SELECT balance INTO v FROM account WHERE id = k;
    UPDATE account SET balance = v + n WHERE id = k"""



class Project:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.options = ["--define", "grows=false"]
        self.texts = {"schema.sql": SCHEMA, "code.sql": CODE}

    def replace(self, file, old, new):
        assert old in self.texts[file], f"{file} has no {old}"
        self.texts[file] = self.texts[file].replace(old, new, 1)

    def look(self, cache):
        for name, text in self.texts.items():
            (self.folder / name).write_text(text)
        environment = dict(os.environ, XDG_CACHE_HOME=str(self.folder / "cache"))
        command = [ISOPROOF, "analyze", "--format", "json", "--at", "code.sql", *self.options,
                   *([] if cache else ["--no-cache"]), "schema.sql", "code.sql"]
        run = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True)
        assert run.returncode in (1, 3), f"status {run.returncode}: {run.stderr}"
        report = json.loads(run.stdout)
        questions = sum(result["statistics"]["queries"] for result in report["results"])
        return [result["anomalies"] for result in report["results"]], questions


def set_option(*options):
    def edit(project):
        project.options = list(options)
    return edit


def swap(file, old, new):
    return lambda project: project.replace(file, old, new)


# what is edited → the edit, and whether something must be passed over afterwards
EDITS = [
    ("a program", swap("code.sql", WRITE, READ_THEN_WRITE), True),
    ("a routine that programs call", swap("code.sql", WRITE, READ_THEN_WRITE), False),
    ("a trigger's function", swap("schema.sql", "BEGIN PERFORM 1; RETURN NEW; END",
                                  "DECLARE v integer; BEGIN SELECT total INTO v FROM note WHERE id = NEW.id; "
                                  "UPDATE note SET total = v + 1 WHERE id = NEW.id; RETURN NEW; END"), False),
    ("a function in an expression", swap("code.sql", "SELECT false", "SELECT n > 0"), False),
    ("a function in a default", swap("schema.sql", "SELECT 0", "SELECT 1"), False),
    ("a function with a query in a default",
     swap("schema.sql", "SELECT total FROM note WHERE id = 1", "SELECT count(*)::integer FROM copied"), False),
    ("an option", set_option("--define", "grows=true"), False),
    ("an option that shows what is not run", set_option("--define", "grows=true", "--no-replay"), False),
    ("back to an earlier option", set_option("--define", "grows=false"), True),
    ("lines only", swap("code.sql", "\nCREATE FUNCTION pay", "\n\n\nCREATE FUNCTION pay"), True),
]


def main():
    problems = []
    with tempfile.TemporaryDirectory(prefix="isoproof-looks-") as folder:
        project = Project(folder)
        before, first = project.look(True)
        _, again = project.look(True)
        if not again < first:
            problems.append(f"the second look asked {again} questions, the first {first}")
        for what, edit, passed_over in EDITS:
            edit(project)
            kept, asked = project.look(True)
            fresh, all_questions = project.look(False)
            if kept != fresh:
                problems.append(f"{what}: what is kept changed the report")
            if passed_over and not asked < all_questions:
                problems.append(f"{what}: {asked} questions of {all_questions}: nothing was passed over")
            print(f"{what}: {sum(map(len, fresh))} anomalies, {asked} questions of {all_questions}"
                  f"{'' if fresh != before else ', as before'}")
            before = fresh
        (pathlib.Path(folder) / "cache" / "isoproof" / "looks").write_bytes(b"no digests")
        if project.look(True)[0] != before:
            problems.append("a file that is none of ours changed the report")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
