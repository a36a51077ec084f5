"""What rehearse says that a server does, a PostgreSQL server does: schedules of failing runs are sent to one.

  schedules.py [RUNS] [SEED]"""

import json
import pathlib
import re
import subprocess
import sys

import serving
from serving import HERE, ISOPROOF, PYTHON, expect

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import node_pg  # noqa: E402
import postgresql  # noqa: E402

LEVELS = ["postgresql/read-committed", "postgresql/repeatable-read"]
NONE = "no order of whole statements was found"
BEFORE = """
CREATE TABLE item (id integer PRIMARY KEY, stock integer NOT NULL, price numeric(8,2) NOT NULL);
CREATE TABLE sale (id integer PRIMARY KEY, item integer NOT NULL, amount integer NOT NULL);
INSERT INTO item VALUES (1, 10, 1), (2, 10, 1), (3, 10, 1);
"""


def run(*command):
    done = subprocess.run([ISOPROOF, *command], capture_output=True, text=True, timeout=100, check=False)
    return done.returncode, done.stdout + done.stderr


def rehearse(server, level, schema, seed, *command):
    """What was said, and whether there is a schedule; the server does what it says."""
    path = pathlib.Path(server.work) / "schedule.json"
    path.unlink(missing_ok=True)
    code, said = run("rehearse", "--level", level, "--schema", str(schema), "--seed", str(seed), "--runs", "20", "--schedule", str(path),
                     "--", *command)
    if code != 1:
        return said, None
    expect(path.exists() != (NONE in said), f"{command}, seed {seed}: {said}")
    if not path.exists():
        return said, None
    expect("isoproof replay --dsn CONNINFO " + str(path) in " ".join(said.split()), f"{command}: {said}")
    code, shown = run("replay", "--dsn", f"host={server.work} user={server.USER} dbname=postgres", str(path))
    expect(code == 0, f"{level}, {command}, seed {seed}: the server does something else: {shown}\n{said}")
    return said, json.loads(path.read_text())


def known(server):
    """A test that fails at read committed, by what each statement has seen."""
    said, schedule = rehearse(server, LEVELS[0], HERE / "shop.sql", 1, PYTHON, "-B", str(HERE / "test_sale.py"))
    expect("a server does the same if the statements are sent in this order" in said and schedule, f"sale: {said}")
    sequence = [step["text"] for step in schedule["results"][0]["anomalies"][0]["replay"]["schedule"] if step["kind"] == "statement"]
    expect(len([text for text in sequence if text.startswith("UPDATE")]) == 2, f"sale: {sequence}")
    if node_pg.find():  # its parameters are values by now
        said, schedule = rehearse(server, LEVELS[0], HERE / "shop.sql", 1, "node", str(HERE / "test_node_shop.js"))
        expect(schedule and "UPDATE item SET stock = 6 WHERE id = 1" in said and "$1" not in said[said.index("a server does the same"):],
               f"parameters: {said}")
    code, shown = run("replay", str(pathlib.Path(server.work) / "schedule.json"))
    expect(code == 3 and "--dsn runs it on a server" in " ".join(shown.split()), f"in memory: {shown}")


LEAVE = """CREATE TABLE doctor (name text PRIMARY KEY, on_call boolean NOT NULL);
INSERT INTO doctor VALUES ('ann', true), ('bob', true);
CREATE FUNCTION leave(who text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT count(*) FROM doctor WHERE on_call) < 2 THEN RETURN false; END IF;
    UPDATE doctor SET on_call = false WHERE name = who;
    RETURN true;
END $$;
"""
LEAVES = """
import psycopg2
ann, bob = psycopg2.connect(""), psycopg2.connect("")
ann.cursor().execute("SELECT leave('ann')")
ann.commit()
bob.cursor().execute("SELECT leave('bob')")
bob.commit()
cursor = ann.cursor()
cursor.execute("SET isoproof.reads = latest")
ann.commit()
cursor.execute("SELECT count(*) FROM doctor WHERE on_call")
assert cursor.fetchone()[0] >= 1
"""
SEND = """
import json, sys, psycopg2
connections = {}
for number, text in json.load(sys.stdin):
    if number not in connections:
        connections[number] = psycopg2.connect(sys.argv[1])
        connections[number].autocommit = True
    cursor = connections[number].cursor()
    cursor.execute(text)
    print(cursor.fetchone()[0] if cursor.description else "")
"""


def by_hand(server):
    """The lines that the report prints, sent as they are: a server answers the same."""
    schema = pathlib.Path(server.work) / "leave.sql"
    schema.write_text(LEAVE)
    _, said = run("rehearse", "--level", "postgresql/repeatable-read", "--schema", str(schema), "--seed", "1", "--", PYTHON, "-c", LEAVES)
    text = " ".join(said.split("in this order:")[-1].split(" again: ")[0].split())
    parts = re.split(r"connection (\d+): ", text)[1:]
    lines = [(int(number), *part.strip().partition(" → ")[::2]) for number, part in zip(parts[::2], parts[1::2])]
    server.psql(LEAVE)
    done = subprocess.run([PYTHON, "-c", SEND, f"host={server.work} user={server.USER} dbname=postgres"], text=True, capture_output=True,
                          input=json.dumps([line[:2] for line in lines]), timeout=60, check=False)
    answers = [{"True": "t", "False": "f"}.get(answer, answer) for answer in done.stdout.splitlines()]
    compared = [(line[2], answer) for line, answer in zip(lines, answers) if line[2] and not line[1].startswith("BEGIN")]
    expect(len(compared) >= 3 and len(answers) == len(lines) and all(a == b for a, b in compared) and "leave('bob') → t" in text,
           f"by hand: {compared} {done.stderr[-300:]} {said}")


def main():
    serving.need_driver()
    if not postgresql.folder():
        print("no PostgreSQL server: skipped")
        sys.exit(serving.SKIPPED)
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 6
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    failing = found = waits = 0
    reasons = []
    with postgresql.Server() as server:
        known(server)
        by_hand(server)
        schema = pathlib.Path(server.work) / "random.sql"
        schema.write_text(BEFORE)
        empty = pathlib.Path(server.work) / "empty.sql"
        empty.write_text("")
        for seed in range(first, first + runs):
            test = [PYTHON, "-B", str(HERE / "test_random.py"), str(seed)]
            defines = seed % 3 == 0  # it creates its tables, and drops them
            said, schedule = rehearse(server, LEVELS[seed % 2], empty if defines else schema, 100 * seed, *test, *["defines"] * defines)
            failing += " fails at " in said
            found += schedule is not None
            waits += bool(schedule) and '"waits": true' in json.dumps(schedule)
            if NONE in said:
                reasons.append(f"seed {seed}: " + " ".join(said[said.index(NONE):].split())[len(NONE):300])
    print(f"{failing} of {runs} tests fail, {found} schedules, {waits} of them with waits")
    print("\n".join(reasons))
    expect(found >= 0.7 * failing > 0, "too few schedules")
    serving.finish()


main()
