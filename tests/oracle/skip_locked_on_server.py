"""Job queues with SKIP LOCKED on a server, against isoproof's verdicts: skip_locked_on_server.py ISOPROOF SETS SEED.

Each set is a few random transactions. Where isoproof calls them safe at a level, whatever the server lets them do must
be what some serial execution does in which each SKIP LOCKED passes over whatever rows it likes. That is decided here, by
running the transactions one after the other in all orders, each taking the rows that it was seen to take. With a fourth
argument "all-safe" every set counts as called safe, to see that this notices. 77: no server."""
import itertools
import json
import pathlib
import random
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(HERE.parent / "live"), str(HERE.parent / "postgresql-model")]
from server import Server  # noqa: E402 pylint: disable=wrong-import-position
import libpq  # noqa: E402 pylint: disable=wrong-import-position
from client import Case  # noqa: E402 pylint: disable=wrong-import-position
from server_run import Infeasible, Run, error_of  # noqa: E402 pylint: disable=wrong-import-position

SKIPPED = 77
TABLES = """CREATE TABLE job (id integer PRIMARY KEY, state integer NOT NULL, n integer NOT NULL);
CREATE TABLE tally (id integer PRIMARY KEY, n integer NOT NULL);"""
LEVELS = ("read-committed", "repeatable-read")
INTERLEAVINGS = 3


class Failed(Exception):
    """A serial execution cannot give what the statement was seen to give."""


# ---- statements: their text, and what they do in a serial execution that gives the rows that were seen ----


def need(condition):
    if not condition:
        raise Failed


def found(database, rows, state, single):
    """The rows that a query with SKIP LOCKED gave: they are there and fit; others may have been passed over."""
    need(not single or len(rows) <= 1)
    need([row[0] for row in rows] == sorted({row[0] for row in rows}))
    for key, n in rows:
        need(database["job"].get(key) == (state, n))


class Statement:
    def __init__(self, r, kind=None):
        self.kind = kind or r.choice(["take", "take", "take several", "take in parts", "remove", "remove several", "look", "all", "count",
                              "move", "read", "read", "tally", "total", "total", "add"])
        self.key, self.state, self.then = r.randint(1, 2), r.choice([0, 0, 1]), r.randint(0, 2)
        self.limit = r.choice(["", " LIMIT 1", " LIMIT 2"]) if self.takes_several() else "" if self.kind == "all" else " LIMIT 1"

    def takes_several(self):
        return self.kind in ("take several", "take in parts", "remove several", "open")

    def text(self):
        columns = "id, n" if self.kind in ("look", "all") else "id"
        query = f"SELECT {columns} FROM job WHERE state = {self.state} ORDER BY id{self.limit} FOR UPDATE SKIP LOCKED"
        return {
            "take": f"UPDATE job SET state = {self.then} WHERE id = ({query}) RETURNING id, n",
            "remove": f"DELETE FROM job WHERE id = ({query}) RETURNING id, n",
            "take several": f"UPDATE job SET state = {self.then} WHERE id IN ({query}) RETURNING id, n",
            "take in parts": f"WITH picked AS ({query}), taken AS (UPDATE job SET state = {self.then} "
                             "WHERE id IN (SELECT id FROM picked) RETURNING id, n) SELECT * FROM taken",
            "remove several": f"WITH picked AS ({query}) DELETE FROM job USING picked WHERE job.id = picked.id RETURNING job.id, n",
            "open": f"DECLARE c CURSOR FOR SELECT id, n FROM job WHERE state = {self.state} ORDER BY id{self.limit} "
                    "FOR UPDATE SKIP LOCKED",
            "fetch": "FETCH c",
            "look": query,
            "all": query,
            "count": f"UPDATE job SET n = n + 1 WHERE id = {self.key}",
            "move": f"UPDATE job SET state = {self.then} WHERE id = {self.key} AND state = {self.state}",
            "read": f"SELECT state, n FROM job WHERE id = {self.key}",
            "tally": "UPDATE tally SET n = n + 1 WHERE id = 1",
            "total": "SELECT n FROM tally WHERE id = 1",
            "add": f"INSERT INTO job VALUES ({self.key + 3}, {self.state}, 0) ON CONFLICT (id) DO NOTHING",
        }[self.kind]

    def run(self, database, result):
        """Changes the database as it would be changed if that was what came out."""
        jobs, tally = database["job"], database["tally"]
        rows = [tuple(int(value) for value in row) for row in result.rows or []]
        if self.kind == "open":
            need(not rows)
        elif self.takes_several() or self.kind in ("take", "remove", "look", "all", "fetch"):
            rows = sorted(rows) if self.takes_several() else rows
            found(database, rows, self.state, self.kind != "all" and not self.takes_several())
            for key, n in rows:
                if self.kind.startswith("take"):
                    jobs[key] = (self.then, n)
                elif self.kind.startswith("remove"):
                    del jobs[key]
        elif self.kind == "read":
            need(rows == ([jobs[self.key]] if self.key in jobs else []))
        elif self.kind == "total":
            need(rows == [(tally[1],)])
        elif self.kind == "tally":
            tally[1] += 1
        elif self.kind == "add":
            need(result.changed == (self.key + 3 not in jobs))
            jobs.setdefault(self.key + 3, (self.state, 0))
        else:
            fits = self.key in jobs and (self.kind == "count" or jobs[self.key][0] == self.state)
            need(result.changed == fits)
            if fits:
                state, n = jobs[self.key]
                jobs[self.key] = (state, n + 1) if self.kind == "count" else (self.then, n)


def program_of(r):
    """Sometimes a cursor is opened, and its rows are locked by a FETCH after other statements."""
    statements = [Statement(r) for _ in range(r.choice([2, 2, 3]))]
    if r.random() < 0.2:
        opened, fetched = Statement(r, "open"), Statement(r, "fetch")
        fetched.state = opened.state
        statements = [opened] + statements[:2] + [fetched]
    return statements


# ---- what the server did ----


def as_database(rows):
    tables = {name: [tuple(int(value) for value in row) for row in rows[name]] for name in ("job", "tally")}
    return {"job": {row[0]: row[1:] for row in tables["job"]}, "tally": dict(tables["tally"])}


def is_serial(run, sessions):
    """sessions: [[(step, statement)]] of those that have committed."""
    for order in itertools.permutations(sessions):
        database = as_database(run.initial)
        try:
            for session in order:
                for step, statement in session:
                    statement.run(database, run.results[step][-1])
        except Failed:
            continue
        if database == as_database(run.rows):
            return True
    return False


def spec_of(r, sessions):
    jobs = [f"({key}, {r.choice([0, 0, 1])}, {r.randint(0, 1)})" for key in (1, 2, 3) if r.random() < 0.8] or ["(1, 0, 0)"]
    lines = [f"setup {{ {TABLES} INSERT INTO job VALUES {', '.join(jobs)}; INSERT INTO tally VALUES (1, 0); }}"]
    for s, statements in enumerate(sessions):
        lines += [f"session s{s}", "setup { BEGIN; }"]
        lines += [f"step s{s}t{i} {{ {statement.text()}; }}" for i, statement in enumerate(statements)]
        lines += [f"step s{s}c {{ COMMIT; }}"]
    steps = [[f"s{s}t{i}" for i in range(len(statements))] + [f"s{s}c"] for s, statements in enumerate(sessions)]
    marks = [s for s, own in enumerate(steps) for _ in own]
    r.shuffle(marks)
    left = [iter(own) for own in steps]
    permutation = [next(left[s]) for s in marks]
    return "\n".join(lines + [f"permutation {' '.join(permutation)}", "#= read-committed:", ""]), permutation


def attempt(server, r, level, programs):
    """One interleaving: is it serializable? None: it cannot happen so. The text of what was run."""
    sessions = [r.choice(programs) for _ in range(r.choice([2, 2, 3]))]
    spec, permutation = spec_of(r, sessions)
    case = Case("queue", spec)
    try:
        run = Run(server.dsn(), case, {name: level for name in case.sessions}, permutation)
    except Infeasible:
        return None, spec
    committed = [[(f"s{s}t{i}", statement) for i, statement in enumerate(statements)]
                 for s, statements in enumerate(sessions)
                 if not any(error_of(run.results[step]) for step in permutation if step.startswith(f"s{s}"))]
    return is_serial(run, committed), spec


# ---- what isoproof says ----


def verdicts(isoproof, programs):
    text = TABLES + "".join(f"\n-- name: p{i}\nBEGIN;\n" + "".join(f"{statement.text()};\n" for statement in program) +
                            "COMMIT;\n" for i, program in enumerate(programs))
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([isoproof, "analyze", "--no-replay", "--level", ",".join(LEVELS), "--format", "json",
                               file.name], capture_output=True, text=True, check=False)
    results = json.loads(done.stdout)["results"]
    return {result["level"].split("/")[-1]: result["verdict"] for result in results}, text


def main():
    isoproof, sets, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    if not libpq.PQ:
        print("no libpq")
        return SKIPPED
    safe = runs = anomalies = wrong = 0
    with Server() as server:
        server.sql("ALTER SYSTEM SET deadlock_timeout = '50ms'")
        server.sql("SELECT pg_reload_conf()")
        for number in range(seed, seed + sets):
            r = random.Random(number)
            programs = [program_of(r) for _ in range(2)]
            said, text = verdicts(isoproof, programs)
            said = dict.fromkeys(LEVELS, "safe") if sys.argv[4:] == ["all-safe"] else said
            for level in LEVELS:
                safe += said[level] == "safe"
                for _ in range(INTERLEAVINGS if said[level] == "safe" else 2 * INTERLEAVINGS):
                    serial, spec = attempt(server, r, level, programs)
                    runs += serial is not None
                    anomalies += serial is False
                    if serial is False and said[level] == "safe":
                        wrong += 1
                        print(f"set {number} is called safe at {level}:\n{text}\nbut:\n{spec}")
    print(f"{safe} safe of {len(LEVELS) * sets}, {runs} interleavings, {anomalies} not serializable, {wrong} wrong from seed {seed}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
