"""isoproof rehearse: a test that weak isolation makes fail, its repaired versions, and commands that fail anyway."""

import os
import re
import signal
import subprocess
import tempfile
import time

import serving
from serving import HERE, ISOPROOF, PYTHON, expect

TEST = str(HERE / "test_sale.py")


def rehearse(level, *command, options=(), runs="40"):
    done = subprocess.run([ISOPROOF, "rehearse", "--level", level, "--runs", runs, "--seed", "1", "--schema",
                           str(HERE / "shop.sql"), *options, "--", *command], capture_output=True, text=True, timeout=100,
                          check=False)
    return done.returncode, done.stdout + done.stderr


def check_failing(folder):
    for level in ("causal", "postgresql/read-committed"):
        code, said = rehearse(level, PYTHON, TEST)
        expect(code == 1 and re.search(r"run \d+ fails at \S+, with exit status 1 \(seed \d+\)", said), f"{level}: {said}")
        for part in ("AssertionError: something was lost", "reads item(1).stock as it was at first; T", "cycle T",
                     "connection 2: SELECT stock FROM item WHERE id = 1", "again: isoproof rehearse --level"):
            expect(part in said, f"{level}: {part} is not in: {said}")
        expect("initial" not in said, f"{level}: a cycle that the transactions do not form: {said}")
    code, said = rehearse("postgresql/read-committed", PYTHON, TEST, "ask")
    expect(code == 1, f"a connection that has asked something sees all that was committed before: {said}")
    path = folder + "/history.jsonl"
    code, said = rehearse("causal", PYTHON, TEST, options=("--record", path))
    seed = re.search(r"\(seed (\d+)\)", said).group(1)
    checked = subprocess.run([ISOPROOF, "check", "--level", "causal,ser", "--input", "jsonl", path], capture_output=True,
                             text=True, check=False)
    expect(code == 1 and "serializability: not consistent" in checked.stdout and
           "causal-consistency: consistent" in checked.stdout, f"its history: {checked.stdout}{checked.stderr}")
    code, same = rehearse("causal", PYTHON, TEST, options=("--seed", seed), runs="1")
    expect(code == 1 and f"run 1 fails at biswas-enea/causal-consistency, with exit status 1 (seed {seed})" in same,
           f"its seed does not give the same run: {same}")


def check_passing():
    for level, arguments in (("postgresql/read-committed", ["lock"]), ("postgresql/repeatable-read", []),
                             ("postgresql/serializable", []), ("si", []), ("ser", [])):
        code, said = rehearse(level, PYTHON, TEST, *arguments, runs="5")
        expect(code == 0 and "5 runs pass at " in said and "distinct outcome" in said, f"{level}: {said}")
    code, said = rehearse("causal", PYTHON, TEST, options=("--policy", "latest"), runs="3")
    expect(code == 0, f"latest: {said}")


def check_schedule(folder):
    """Other levels are no server's, and interleaved statements have an order."""
    for level, options in (("causal", ()), ("postgresql/read-committed", ("--policy", "interleaved"))):
        code, said = rehearse(level, "true", options=(*options, "--schedule", folder + "/schedule.json"))
        expect(code == 2 and "--schedule: needs a level of PostgreSQL" in said, f"--schedule at {level}: {said}")


def check_interleaved():
    """Real locks: the first reader writes over the other; a locked row is waited for, and one snapshot is refused."""
    at_once = str(HERE / "test_at_once.py")
    code, said = rehearse("postgresql/read-committed", PYTHON, at_once, options=("--policy", "interleaved"))
    expect(code == 1 and "its statements, as they were answered:" in said and "UPDATE item SET stock = 6 WHERE id = 1 → 1 row changed" in said and "WHERE id = 1 → 10" in said and re.search(r"cycle T\d+ → T\d+ .*T\d+, connection [12]\n", said, re.S)
           and "again: " in said, f"interleaved: {said}")
    for level, arguments, part in (("postgresql/read-committed", ["lock"], r"[1-9]\d* statements waited for a lock, 0 were refused"),
                                   ("postgresql/repeatable-read", [], r"waited for a lock, [1-9]\d* were refused")):
        code, said = rehearse(level, PYTHON, at_once, *arguments, options=("--policy", "interleaved"), runs="12")
        expect(code == 0 and re.search(part, said), f"interleaved, {level}: {said}")
    code, said = rehearse("causal", "true", options=("--policy", "interleaved"))
    expect(code == 2 and "has no locks" in said, f"interleaved without locks: {said}")


MISSED = """
import psycopg2
first, second = psycopg2.connect(""), psycopg2.connect("")
first.cursor().execute("INSERT INTO item VALUES (9, 9)")
first.commit()
cursor = second.cursor()
cursor.execute("SELECT count(*) FROM item")
assert cursor.fetchone()[0] == 4
"""
HANGS = """
import psycopg2
first, second = psycopg2.connect(""), psycopg2.connect("")
first.cursor().execute("SELECT * FROM item")
second.cursor().execute("SELECT * FROM item")
first.commit()
"""


def check_remedies():
    for level in ("causal", "postgresql/read-committed"):
        code, said = rehearse(level, PYTHON, "-c", MISSED)
        expect(code == 1 and "a CHECKPOINT after them makes every session see them" in " ".join(said.split()), f"missed rows: {said}")
    code, said = rehearse("postgresql/read-committed", PYTHON, TEST)
    expect(code == 1 and "CHECKPOINT" not in said, f"missed rows, where a row was changed: {said}")
    code, said = rehearse("postgresql/read-committed", PYTHON, "-c", HANGS)
    said = " ".join(said.split())
    expect(code == 2 and "1 connection was ended: its transaction did nothing" in said and "try --policy interleaved" in said, said)


def check_others(folder):
    for command, part in ((["false"], "isolation is not the cause"), (["no-such-command"], "cannot be run"),
                          (["true"], "has not connected")):
        code, said = rehearse("causal", *command, runs="2")
        expect(code == 2 and part in said and "pass" not in said, f"{command}: {said}")
    begun = folder + "/begun"  # the first run decides
    rehearse("causal", "sh", "-c", f"echo >> {begun}")
    expect(len(open(begun, encoding="utf-8").readlines()) == 1, "a command that does not connect runs again")
    code, said = rehearse("causal", PYTHON, TEST, options=("--quiet",))
    expect(code == 1 and len(said.splitlines()) == 1 and " fails at " in said, f"quiet: {said}")
    code, said = rehearse("ser", PYTHON, TEST, options=("--quiet",), runs="1")
    expect(code == 0 and said.split() == "1 run passes at biswas-enea/serializability (seed 1)".split(), f"quiet: {said}")
    for options, part in ((["--level", "causl"], "causl"), (["--policy", "all"], "expected uniform, latest, delay or interleaved"),
                          (["--runs", "0"], "expected a whole number from 1 on"), (["--seed", "x"], "--seed"),
                          (["--record", folder + "/none/x"], "none"), (["--schema", folder + "/none.sql"], "none.sql")):
        code, said = rehearse("causal", "true", options=options)
        expect(code == 2 and part in said, f"{options}: {code} {said}")
    broken = folder + "/broken.sql"
    for text, part in (("CREATE TABLE t (a int PRIMARY KEY);\nINSERT INTO t VALUES (1), (1);", "broken.sql:2:"),
                       ("CREATE TABLE t (a int;", "broken.sql:1:"), ("INSERT INTO none VALUES (1);", "broken.sql:1:"),
                       ("CREATE TABLE t (\n  a nosuch);", 'broken.sql:2:5: error: type "nosuch" does not exist'),
                       ("CREATE TABLE t (a int REFERENCES u);", 'relation "u" does not exist'),
                       ("CREATE TABLE t (a int CHECK (b > 0));", 'column "b" does not exist'),
                       ("CREATE TABLE t (a int DEFAULT nosuch());", "function nosuch() does not exist"),
                       ("CREATE VIEW v AS SELECT * FROM t;", 'relation "t" does not exist'),
                       ("CREATE TABLE t (a d); CREATE DOMAIN d AS int;\nCREATE VIEW v AS SELECT b FROM t;", "broken.sql:2:"),
                       ("CREATE TABLE t (a int);\nDROP TABLE t;\nCREATE TABLE u (a nosuch);", 'broken.sql:3:19: error: type "nosuch" does not exist'),
                       ("CREATE TABLE t (a int, b int);\nALTER TABLE t RENAME b TO c;\nALTER TABLE t ADD FOREIGN KEY (c) REFERENCES u;",
                        'relation "u" does not exist'),
                       ("CREATE TABLE t (a int); DROP TABLE t; CREATE TABLE t (a int CHECK (b > 0));", 'column "b" does not exist'),
                       ("CREATE TABLE t (a int); ALTER TABLE t RENAME TO u;\nCREATE VIEW v AS SELECT * FROM w;", "broken.sql:2:"),
                       ("CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'; DROP FUNCTION f();\nCREATE TABLE t (a int DEFAULT g());",
                        "function g() does not exist")):
        with open(broken, "w", encoding="utf-8") as file:
            file.write(text)
        code, said = rehearse("causal", "true", options=("--schema", broken))
        expect(code == 2 and part in said, f"{text}: {code} {said}")
    with open(broken, "w", encoding="utf-8") as file:  # what a later statement drops or renames was there before
        file.write("CREATE DOMAIN d AS int; CREATE TABLE t (a d, b int); CREATE VIEW v AS SELECT b FROM t; DROP DOMAIN d CASCADE;"
                   "ALTER TABLE t RENAME b TO c; CREATE TABLE u (a int DEFAULT 1); CREATE VIEW w AS SELECT a FROM u; DROP VIEW w;"
                   "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'; ALTER TABLE u ALTER a SET DEFAULT f(), ADD b t;"
                   "CREATE VIEW x AS SELECT f() AS n, * FROM u; DROP VIEW x; ALTER TABLE u DROP a, DROP b; DROP FUNCTION f(); DROP TABLE u;")
    code, said = rehearse("causal", "true", options=("--schema", broken))
    expect(code == 2 and "has not connected" in said, f"dropped and renamed: {code} {said}")
    process = subprocess.Popen([ISOPROOF, "rehearse", "--level", "causal", "--schema", str(HERE / "shop.sql"), "--", "sh",
                                "-c", f"sleep 50 & echo $! > {folder}/child; echo > {folder}/runs; wait"], stdout=subprocess.PIPE, text=True)
    while not os.path.exists(folder + "/runs"):
        time.sleep(0.05)
    process.send_signal(signal.SIGTERM)
    said = process.communicate(timeout=20)[0]
    expect(process.returncode == 3 and "interrupted" in said, f"interrupted: {process.returncode} {said}")
    with open(folder + "/child", encoding="utf-8") as file:
        child = f"/proc/{file.read().strip()}/stat"
    for _ in range(100):  # nothing but a process that has ended and that its parent has not asked about
        if not os.path.exists(child) or open(child, encoding="utf-8").read().rpartition(")")[2].split()[0] == "Z":
            break
        time.sleep(0.05)
    else:
        expect(False, "interrupted: what the command has started runs on")


def main():
    serving.need_driver()
    with tempfile.TemporaryDirectory() as folder:
        check_failing(folder)
        check_passing()
        check_interleaved()
        check_schedule(folder)
        check_remedies()
        check_others(folder)
    serving.finish()


main()
