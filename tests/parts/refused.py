"""What a server refuses is predicted: sessions call routines on few rows, and each SQLSTATE that one of them gets, at its
line, stands among the report's refusals. Of some routines and levels nothing may be predicted, so that a prediction says
something."""

import json
import os
import pathlib
import random
import re
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent))
import postgresql  # noqa: E402

FILE = FOLDER / "refused.sql"
STATES = {"23505", "40001", "40P01", "55P03"}
CALLS = {"pay": 1, "forget": 1, "transfer": 2, "count_hit": 1, "grab": 1, "add_tag": 2, "insist": 2, "drop_tag": 1, "add_child": 1,
         "read_fixed": 1}
ROWS = "".join(f"INSERT INTO account VALUES ({i}, 100); INSERT INTO parent VALUES ({i}, 0); "
               f"INSERT INTO fixed VALUES ({i}, {i});\n" for i in range(3))
# On the server alone: a pause after each row, in which others come.
PAUSES = "CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.003); RETURN NULL; END $$;" + \
    "".join(f"CREATE TRIGGER pause AFTER INSERT OR UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION pause();\n"
            for table in ("account", "receipt", "child", "parent", "hit"))
LEVELS = ["read committed", "repeatable read", "serializable"]
# Program, level, SQLSTATE: what such a prediction would be a false alarm about.
NOT_PREDICTED = [("count_hit", "read committed", state) for state in STATES] + \
    [("read_fixed", level, state) for level in LEVELS for state in STATES] + \
    [("forget", level, state) for level in LEVELS[:1] for state in STATES] + \
    [("pay", "repeatable read", "40001"), ("transfer", "read committed", "40001"), ("transfer", "serializable", "23505"),
     ("grab", "read committed", "40P01"), ("add_child", "read committed", "23505"),
     ("add_child", "read committed", "40P01")]
# What has to come up in the sessions, or they show nothing.
EXPECTED = {("pay", "23505"), ("transfer", "40P01"), ("transfer", "40001"), ("grab", "55P03")}
SESSIONS, CALLS_A_SESSION = 6, 200


def predicted():
    done = subprocess.run([os.environ["ISOPROOF"], "analyze", "--no-replay", "--format", "json", str(FILE)],
                          capture_output=True, text=True, check=False)
    return {result["level"].split("/")[-1].replace("-", " "): result["refusals"]
            for result in json.loads(done.stdout)["results"]}


def body_lines():
    """The line on which each routine's body begins, which is line 1 of its contexts."""
    found = {}
    for number, line in enumerate(FILE.read_text(encoding="utf-8").splitlines(), 1):
        match = re.match(r"CREATE FUNCTION (\w+)\(", line)
        if match:
            found[match[1]] = number
    return found


def session(level, seed):
    draw = random.Random(seed)
    lines = ["\\set VERBOSITY verbose", f"SET default_transaction_isolation = '{level}'; SET deadlock_timeout = '5ms';"]
    for _ in range(CALLS_A_SESSION):
        name = draw.choice(sorted(CALLS))
        arguments = ", ".join(str(draw.randrange(3)) for _ in range(CALLS[name]))
        # A few calls to one transaction would be another program: one each.
        lines.append(f"\\echo call {name}\nSELECT {name}({arguments}) \\g /dev/null")
    return "\n".join(lines) + "\n"


def refused(output, first):
    """(routine, SQLSTATE, line of the file or None) of each error."""
    found, name = set(), None
    for line in output.splitlines():
        call = re.match(r"call (\w+)", line)
        error = re.match(r".*ERROR:  (\w{5}):", line)
        place = re.match(r"CONTEXT:.*PL/pgSQL function (\w+)\(.*line (\d+) at|PL/pgSQL function (\w+)\(.*line (\d+) at", line)
        if call:
            name = call[1]
        elif error and error[1] in STATES:
            found.add((name, error[1], None))
        elif place and found:
            routine, number = place[1] or place[3], int(place[2] or place[4])
            latest = [f for f in found if f[0] == routine and f[2] is None]
            for one in latest:
                found.discard(one)
                found.add((routine, one[1], first[routine] + number - 1))
    return found


def run(server, level):
    server.psql("DROP SCHEMA public CASCADE; CREATE SCHEMA public;\n" + FILE.read_text(encoding="utf-8") + ROWS + PAUSES)
    running = []
    for number in range(SESSIONS):
        running.append(subprocess.Popen(
            [postgresql.folder() + "/psql", "-X", "-q", "-h", server.work, "-U", server.USER, "-d", "postgres"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True))
    for number, one in enumerate(running):
        one.stdin.write(session(level, number))
        one.stdin.close()
    found = set()
    first = body_lines()
    for one in running:
        found |= refused(one.stdout.read(), first)
        one.wait()
    return found


def main():
    if not postgresql.folder():
        return postgresql.SKIPPED
    wrong, seen = 0, set()
    promised = predicted()
    for name, level, state in NOT_PREDICTED:
        if any(r["transaction"] == name and r["sqlstate"] == state for r in promised[level]):
            wrong += 1
            print(f"{name} at {level}: {state} is predicted, and cannot come")
    handled = {(r["transaction"], r["sqlstate"]) for r in promised["repeatable read"] if r["handled"]}
    if handled != {("add_tag", "23505")}:
        wrong += 1
        print(f"handled: {handled}")
    with postgresql.Server() as server:
        for level in LEVELS:
            for name, state, line in sorted(run(server, level), key=str):
                seen.add((name, state))
                if not any(r["transaction"] == name and r["sqlstate"] == state and
                           (line is None or r["statement"] is None or r["line"] == line) for r in promised[level]):
                    wrong += 1
                    print(f"{name} at {level}: the server refused line {line} with {state}, which is not predicted")
    if EXPECTED - seen:
        wrong += 1
        print(f"never refused: {EXPECTED - seen}")
    print(f"{len(seen)} kinds of refusals on the server")
    return 1 if wrong else 0


sys.exit(main())
