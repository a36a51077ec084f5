"""What rehearse says that a server does, a PostgreSQL server does: schedules of failing runs are sent to one.

  schedules.py [RUNS] [SEED]"""

import json
import pathlib
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
