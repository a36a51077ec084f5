"""Random routines on a server, stopped between their statements, against isoproof's verdicts: routines_on_server.py ISOPROOF SETS SEED.

Where isoproof calls a set safe at a level, what the instances that committed gave back and left in the tables must be what
they give and leave in some serial order, run by the same server. So no model of SQL stands between: triggers, actions of
foreign keys, joins, CTEs and functions are PostgreSQL's own. Interleavings are made by advisory locks: before each of its
statements a routine waits for one that the test holds. With a fourth argument "all-safe" every set counts as called safe, to
see that this notices. 77: no server."""
import itertools
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(HERE.parent / "live"), str(HERE.parent / "postgresql-model")]
from server import Server  # noqa: E402 pylint: disable=wrong-import-position
import libpq  # noqa: E402 pylint: disable=wrong-import-position

SKIPPED = 77
LEVELS = ("read-committed", "repeatable-read", "serializable")
RUNS, PAUSES, INSTANCES, PATIENCE = 25, 24, 3, 20
CLASS = 990000  # of the advisory locks
EXPECTED = ("40001", "40P01", "23505", "23503", "P0001")  # what an instance may fail with
# Before a statement: /*P*/; a variable for it: /*D*/.
PAUSE = f"""CREATE FUNCTION pause_() RETURNS int LANGUAGE plpgsql AS $$
DECLARE s int := current_setting('my.session', true)::int; i int;
BEGIN
  i := coalesce(nullif(current_setting('my.at', true), ''), '0')::int + 1;
  IF s IS NULL OR i > {PAUSES} THEN RETURN 0; END IF;
  PERFORM set_config('my.at', i::text, false);
  PERFORM pg_advisory_lock({CLASS} + s, i);
  RETURN 0;
END $$;
"""


class Routines:
    def __init__(self, r):
        self.r, self.count = r, r.choice([1, 1, 2, 2, 3])
        self.keys = r.choice([["p"], ["p", "q"], ["p", "p", "1"]])
        self.first = r.choice(["", "", "PERFORM pg_advisory_xact_lock(p);", "PERFORM pg_advisory_xact_lock(1, p);",
                               "PERFORM 1 FROM a WHERE id = p FOR UPDATE;", "PERFORM 1 FROM a WHERE id = p FOR SHARE;",
                               "UPDATE a SET w = w + 1 WHERE id = p;", "LOCK TABLE b IN SHARE ROW EXCLUSIVE MODE;"])

    def key(self):
        return self.r.choice(self.keys)

    def where(self, table):
        return self.r.choice([f"{table}.id = {self.key()}"] * 5 + [
            f"{table}.id = {self.key()} AND {table}.v = {self.r.choice('01x')}", f"{table}.v = {self.r.choice('01')}",
            f"{table}.id IN (SELECT z.id FROM {self.r.choice('ab')} z WHERE z.v > 0)",
            f"EXISTS (SELECT 1 FROM b z WHERE z.a = {table}.id AND z.v = {self.r.choice('01')})"])

    def read(self):
        c, lock = self.r.choice, self.r.choice(["", "", "", " FOR UPDATE", " FOR SHARE", " FOR KEY SHARE"])
        table, k = c("aab"), self.key()
        return c([f"SELECT v INTO x FROM {table} WHERE id = {k}{lock};"] * 4 + [
            f"SELECT count(*) INTO y FROM {table} WHERE {self.where(table)};",
            f"SELECT max({table}.v) INTO y FROM {table} WHERE {self.where(table)};",
            f"SELECT a.v + b.v INTO x FROM a JOIN b ON b.a = a.id WHERE b.id = {k}{c(['', ' FOR UPDATE OF a'])};",
            f"SELECT v INTO x FROM (SELECT id, v FROM a WHERE id = {k}) s{lock};", f"y := steady({k}) + fresh({k});",
            f"WITH s AS (SELECT v FROM a WHERE id = {k}) SELECT s.v INTO x FROM s{lock};"])

    def write(self):
        c, k = self.r.choice, self.key()
        value = c(["v + 1", "v + 1", "coalesce(x, 0)", "coalesce(y, 0) + 1", "1"])
        return c([f"UPDATE a SET v = {value} WHERE {self.where('a')};"] * 3 + [
            f"UPDATE b SET v = {value} WHERE {self.where('b')};", f"UPDATE a SET w = fresh(id) WHERE id = {k};",
            f"UPDATE a SET v = (SELECT count(*) FROM b WHERE b.a = a.id) WHERE id = {k};",
            f"UPDATE a SET w = b.v + 1 FROM b WHERE b.a = a.id AND b.id = {k};",
            f"WITH u AS (UPDATE a SET v = v + 1 WHERE id = {k} RETURNING id, v) UPDATE b SET v = u.v FROM u WHERE b.id = u.id;",
            f"UPDATE a SET v = v + 1 WHERE id = {k} RETURNING v INTO x;", f"DELETE FROM b WHERE {c(['id', 'a'])} = {k};",
            f"DELETE FROM a WHERE id = {k};"] + [f"INSERT INTO b VALUES ({k}, {self.key()}, coalesce(x, 0)){conflict};" for conflict in (
                "", " ON CONFLICT DO NOTHING", " ON CONFLICT (id) DO UPDATE SET v = b.v + 1 WHERE b.v < 2")])

    def body(self, count, depth=0):
        lines = []
        for _ in range(count):
            kind = self.r.random()
            lines.append("/*P*/")
            if kind < 0.4:
                lines.append(self.read())
            elif kind < 0.75 or depth > 1:
                lines.append(self.write())
            elif kind < 0.9:
                condition = self.r.choice(["FOUND", "NOT FOUND", "x = 0", "y IS NULL", "x > y"])
                lines += [f"IF {condition} THEN", *self.body(1, depth + 1), "END IF;"]
            elif kind < 0.95:
                lines += ["BEGIN", *self.body(1, depth + 1), "EXCEPTION WHEN unique_violation THEN x := 9; END;"]
            else:
                lines.append("IF x = 1 THEN RAISE EXCEPTION 'no'; END IF;")
        return lines

    def text(self):
        c = self.r.choice
        action = c(["", "", " REFERENCES a", " REFERENCES a ON DELETE CASCADE", " REFERENCES a ON DELETE SET NULL",
                    " REFERENCES a DEFERRABLE INITIALLY DEFERRED"])
        sql = ("CREATE TABLE a (id int PRIMARY KEY, v int, w int DEFAULT 0);\n"
               f"CREATE TABLE b (id int PRIMARY KEY, a int{action}, v int);\n")
        for name, kind in (("steady", "STABLE"), ("fresh", "VOLATILE")):
            sql += (f"CREATE FUNCTION {name}(k int) RETURNS int {kind} LANGUAGE plpgsql AS $$\n"
                    "DECLARE z int; BEGIN SELECT sum(v) INTO z FROM b WHERE b.a = k; RETURN z; END $$;\n")
        fires = c(["", "", "UPDATE a SET w = w + 1 WHERE id = NEW.a;", "UPDATE a SET w = (SELECT count(*) FROM b) WHERE id = NEW.a;",
                   "IF (SELECT count(*) FROM b WHERE b.a = NEW.a) > 1 THEN RAISE EXCEPTION 'full'; END IF;"])
        if fires:
            sql += ("CREATE FUNCTION fired() RETURNS trigger LANGUAGE plpgsql AS $$\n"
                    f"DECLARE /*D*/ z int; BEGIN /*P*/ {fires} RETURN NEW; END $$;\n"
                    f"CREATE TRIGGER fires {c(['BEFORE', 'AFTER'])} INSERT OR UPDATE ON b FOR EACH ROW EXECUTE FUNCTION fired();\n")
        for i in range(self.count):
            body = "\n  ".join(([self.first] if self.first and self.r.random() < 0.85 else []) + self.body(self.r.choice([1, 2, 2, 3])))
            sql += (f"CREATE FUNCTION f{i}(p int, q int) RETURNS text LANGUAGE plpgsql AS $$\n"
                    f"DECLARE /*D*/ x int; y int;\nBEGIN\n  {body}\n  /*P*/\n  RETURN concat_ws('|', x, y);\nEND $$;\n")
        return sql

    def client(self):
        """Rows, and the calls of two or three sessions."""
        r = self.r
        there = [k for k in (1, 2) if r.random() < 0.85]
        rows = [f"INSERT INTO a VALUES ({k}, {r.choice('001')});" for k in there]
        rows += [f"INSERT INTO b VALUES ({k}, {r.choice(there + ['NULL'])}, {r.choice('012')});" for k in (1, 2) if r.random() < 0.6]
        calls = [f"SELECT f{r.randrange(self.count)}({r.choice([1, 1, 2])}, {r.choice([1, 2])})" for _ in range(r.choice([2, 2, INSTANCES]))]
        return " ".join(rows), calls


class Stage:
    """Sessions, and the connection that lets them go on."""

    def __init__(self, dsn):
        self.control, self.watch = libpq.Connection(dsn), libpq.Connection(dsn)
        self.sessions = [libpq.Connection(dsn) for _ in range(INSTANCES)]
        for s, session in enumerate(self.sessions):
            session.run(f"SET my.session = {s}")
        self.processes = ",".join(str(session.process) for session in self.sessions)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for connection in [self.control, self.watch, *self.sessions]:
            connection.close()

    def reset(self, rows):
        self.control.run("SET session_replication_role = replica; DELETE FROM b; DELETE FROM a; " + rows +
                         " SET session_replication_role = origin")

    def tables(self):
        return [self.control.run(f"TABLE {table} ORDER BY id").rows for table in "ab"]

    def state(self, s):
        """done, ready (it waits for the test), blocked (by another session)."""
        process, end = self.sessions[s].process, time.monotonic() + PATIENCE
        while self.sessions[s].busy():
            waits = self.watch.run(f"SELECT pg_isolation_test_session_is_blocked({process}, '{{{self.processes}}}'), "
                                   f"pg_isolation_test_session_is_blocked({process}, '{{{self.control.process}}}')").rows[0]
            if "true" in waits:
                return "blocked" if waits[0] == "true" else "ready"
            if time.monotonic() > end:
                raise RuntimeError("a statement does not end")
            time.sleep(0.0005)
        return "done"

    def interleave(self, level, calls, r):
        """Of each call what it gave, or the error."""
        self.control.run(f"SELECT pg_advisory_lock({CLASS} + s, i) FROM generate_series(0, {len(calls) - 1}) s, generate_series(1, {PAUSES}) i")
        for session in self.sessions:
            session.run(f"SET my.at = '0'; SET default_transaction_isolation = '{level.replace('-', ' ')}'")
        at, given = [-1] * len(calls), {}
        while len(given) < len(calls):
            ready = []
            for s in set(range(len(calls))) - set(given):
                state = "ready" if at[s] < 0 else self.state(s)
                ready += [s] if state == "ready" else []
                if state == "done":
                    given[s] = outcome(self.sessions[s].results())
            if ready:
                s = r.choice(ready)
                at[s] += 1
                if at[s] == 0:
                    self.sessions[s].send(calls[s])
                else:
                    self.control.run(f"SELECT pg_advisory_unlock({CLASS} + {s}, {at[s]})")
        for connection in [self.control, *self.sessions]:
            connection.run("SELECT pg_advisory_unlock_all()")
        return given

    def serial(self, rows, calls, given):
        """Do the calls give that in some order, one after the other?"""
        left = self.tables()
        for order in itertools.permutations(given):
            self.reset(rows)
            for s in order:
                self.control.send(calls[s])
                if outcome(self.control.results()) != given[s]:
                    break
            else:
                if self.tables() == left:
                    return True
        return False


def outcome(results):
    error = next((result.error for result in results if result.error), None)
    if error and error not in EXPECTED:
        raise RuntimeError(next(result.message for result in results if result.error))
    return (error, None if error else results[-1].rows)


def verdicts(isoproof, text):
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([isoproof, "analyze", "--quiet", "--no-replay", "--max-cycle", "3", "--timeout", "8", "--format", "json",
                               "--level", ",".join(f"postgresql/{level}" for level in LEVELS), file.name],
                              capture_output=True, text=True, check=False)
    return {result["level"].split("/")[-1]: result["verdict"] for result in json.loads(done.stdout)["results"]}


def attempt(stage, routines, level):
    """None: too few have committed; else whether a serial order explains it, and the client."""
    rows, calls = routines.client()
    stage.reset(rows)
    given = {s: value for s, value in stage.interleave(level, calls, routines.r).items() if not value[0]}
    return (None if len(given) < 2 else stage.serial(rows, calls, given)), f"{rows}\n{calls}\ngiven: {given}"


def main():
    isoproof, sets, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    if not libpq.PQ:
        print("no libpq")
        return SKIPPED
    counts = dict.fromkeys(["safe", "not safe", "runs", "anomalies", "wrong"], 0)
    with Server() as server:
        for number in range(seed, seed + sets):
            routines = Routines(random.Random(number))
            text = routines.text()
            stops = text.replace("/*P*/", "pause__ := public.pause_();").replace("/*D*/", "pause__ int;")
            server.sql("SET client_min_messages = error; DROP SCHEMA public CASCADE; CREATE SCHEMA public;" + PAUSE + stops)
            with Stage(server.dsn()) as stage:
                for level, verdict in verdicts(isoproof, text).items():
                    safe = verdict == "safe" or sys.argv[4:] == ["all-safe"]
                    counts["safe" if safe else "not safe"] += 1
                    for _ in range(RUNS if safe else RUNS // 5):
                        serial, client = attempt(stage, routines, level)
                        counts["runs"] += serial is not None
                        counts["anomalies"] += serial is False
                        if serial is False and safe:
                            counts["wrong"] += 1
                            print(f"set {number} is called safe at {level}:\n{text}\nbut:\n{client}", flush=True)
                            break
    print(", ".join(f"{count} {what}" for what, count in counts.items()), f"from seed {seed}")
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
