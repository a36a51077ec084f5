"""Sessions on a server that stop where they are asked to, and every order in which they go on.

Interleavings are made by advisory locks: at each pause a session says so, and waits for a lock that the test holds. Between the
statements of a transaction nothing is needed: they are sent one by one."""
import pathlib
import re
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(HERE.parent.parent / "live"), str(HERE.parent.parent / "postgresql-model")]
import libpq  # noqa: E402 pylint: disable=wrong-import-position

PAUSES, INSTANCES, PATIENCE = 24, 3, 20
SOON = 0.0004  # most statements have ended by then, or wait
CLASS = 990000  # of the advisory locks
PAUSE = f"""CREATE FUNCTION public.pause_(kind text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE s int := current_setting('my.session', true)::int; i int;
BEGIN
  IF s IS NULL OR position(kind IN current_setting('my.pauses')) = 0 THEN RETURN true; END IF;
  i := coalesce(nullif(current_setting('my.at', true), ''), '0')::int + 1;
  IF i > {PAUSES} THEN RETURN true; END IF;
  PERFORM set_config('my.at', i::text, false);
  RAISE INFO 'pause %', i;
  PERFORM pg_advisory_lock({CLASS} + s, i);
  RETURN true;
END $$;
"""


class Unexpected(RuntimeError):
    """The programs cannot be run: a fault of their generator."""


class Stage:
    """Sessions, and the connection that lets them go on."""

    def __init__(self, dsn, programs):
        self.programs = programs
        self.control, self.watch = libpq.Connection(dsn), libpq.Connection(dsn)
        self.sessions = [libpq.Connection(dsn) for _ in range(max(len(client) for client in programs.clients))]
        self.reached = [0] * len(self.sessions)  # the last pause
        for s, session in enumerate(self.sessions):
            session.hear(lambda text, s=s: self.hear(s, text))
            session.run(f"SET my.session = {s}; SET plpgsql.check_asserts = on; SET client_min_messages = error")
        self.processes = ",".join(str(session.process) for session in self.sessions)
        self.control.run(f"SET client_min_messages = error; SELECT pg_advisory_lock({CLASS} + s, i) FROM "
                         f"generate_series(0, {len(self.sessions) - 1}) s, generate_series(1, {PAUSES}) i")
        self.held = ""  # takes the locks again that were given up
        self.columns, self.values = {}, {}  # of each session: those that \gset keeps, and what it has kept
        try:
            self.load()
        except Unexpected:
            self.close()  # the next set's stage waits for the locks
            raise

    def hear(self, s, text):
        at = re.match(r"INFO:  pause (\d+)", text)
        if at:
            self.reached[s] = max(self.reached[s], int(at[1]))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        for connection in [self.control, self.watch, *self.sessions]:
            connection.close()

    def load(self):
        own = "nspname !~ '^(pg_|information_schema)'"
        try:
            for (drop,) in self.control.run(f"SELECT format('DROP SCHEMA %I CASCADE', nspname) FROM pg_namespace WHERE {own}").rows:
                self.control.run(drop.strip("'").replace("''", "'"))
            for role in self.programs.roles:
                self.control.run(f"SELECT 1 FROM pg_roles WHERE rolname = '{role}'").rows or self.control.run(f"CREATE ROLE {role}")
            (socket,) = self.control.run("SELECT current_setting('unix_socket_directories')").rows[0]
            self.control.run("CREATE SCHEMA public;" + PAUSE + self.programs.loaded().replace("'@socket'", socket))
        except RuntimeError as error:
            raise Unexpected(f"{error}") from error
        names = self.control.run("SELECT CASE nspname WHEN 'public' THEN '' ELSE quote_ident(nspname) || '.' END || quote_ident(relname) "
                                 f"FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE {own} "
                                 "AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1").rows
        self.tables = [row[0].strip("'") for row in names]
        sequences = self.control.run("SELECT c.oid, seqstart FROM pg_class c JOIN pg_sequence ON seqrelid = c.oid "
                                     "WHERE relnamespace = 'public'::regnamespace").rows
        emptied = ["SET session_replication_role = replica", *(f"DELETE FROM {table}" for table in self.tables)]
        again = "".join(f"SELECT setval({oid}::regclass, {start}, false);" for oid, start in sequences)
        again += f"SET session_replication_role = origin; {self.programs.init}"
        # One transaction each where rows may be those of a foreign table, too.
        foreign = re.search(r"\bFOREIGN (TABLE|SCHEMA)\b", self.programs.text, re.I)
        self.again = [*emptied, again] if foreign else ["; ".join([*emptied, again])]

    def reset(self):
        if self.programs.fresh:
            self.load()
        try:
            for statement in self.again:
                self.control.run(statement)
        except RuntimeError as error:
            raise Unexpected(f"{error}") from error

    def left(self):
        """What the tables hold."""
        counted = [table for table in self.tables if table not in self.programs.ignore]
        queries = [self.programs.view.get(table, f"SELECT t::text FROM {table} t ORDER BY 1") for table in counted]
        try:
            return [result.rows for result in self.control.run_all("; ".join(queries))] if queries else []
        except RuntimeError as error:  # a program has dropped or renamed it
            raise Unexpected(f"{error}") from error

    def state(self, s, passed):
        """done, ready (it is at a pause after those that it has passed), blocked (by another session)."""
        session, end = self.sessions[s], time.monotonic() + PATIENCE
        while session.busy():
            if self.reached[s] > passed:
                return "ready"
            session.wait(SOON)
            if not session.busy():
                break
            if self.reached[s] > passed:
                return "ready"
            if self.watch.run(f"SELECT pg_isolation_test_session_is_blocked({session.process}, '{{{self.processes}}}')").rows[0][0] == "true":
                return "blocked"
            if time.monotonic() > end:
                raise Unexpected("a statement does not end")
        return "done"

    def run(self, level, calls, pauses, choose):
        """One execution of the calls {session: statements} at the level, or at those of a mixture {session: level}. choose(sessions) says which of those that can goes on. pauses:
        "PC", or "C" where sessions stop only between transactions. Of each call what it gave: error or None, and rows."""
        if self.held:
            self.control.run(self.held)
        self.held, self.values = "", {}
        for s in calls:
            own = level if isinstance(level, str) else level[s]
            self.reached[s] = 0
            self.sessions[s].send(f"DISCARD SEQUENCES; SET my.at = '0'; SET my.pauses = '{pauses}'; "
                                  f"SET default_transaction_isolation = '{own.replace('-', ' ')}'")
        for s in calls:
            self.sessions[s].checked()
        at, sent, given, answers = dict.fromkeys(calls, 0), dict.fromkeys(calls, 0), {}, {s: [] for s in calls}
        running = set()  # a statement was sent whose answer has not been collected
        while len(given) < len(calls):
            ready = []
            for s in sorted(set(calls) - set(given)):
                if s not in running:
                    ready.append(s)
                    continue
                state = self.state(s, at[s])
                if state == "done":
                    self.collect(s, answers)
                    running.discard(s)
                    if sent[s] == len(calls[s]) or answers[s][-1][0]:
                        given[s] = self.outcome(s, answers[s])
                        continue
                    if pauses == "C":
                        self.send(s, calls[s], sent)
                        running.add(s)
                        ready = None
                        break
                    ready.append(s)
                elif state == "ready":
                    ready.append(s)
            if ready:
                s = choose(ready)
                if s not in running:
                    self.send(s, calls[s], sent)
                    running.add(s)
                elif self.sessions[s].busy():  # else a timeout has ended it meanwhile: its answer comes first
                    at[s] += 1
                    self.control.run(f"SELECT pg_advisory_unlock({CLASS} + {s}, {at[s]})")
                    self.held += f"SELECT pg_advisory_lock({CLASS} + {s}, {at[s]});"
            elif ready is not None and len(given) < len(calls):
                time.sleep(0.0005)
        for s in calls:
            self.sessions[s].send("SELECT pg_advisory_unlock_all()")
        for s in calls:
            self.sessions[s].checked()
        return given

    def send(self, s, statements, sent):
        statement, _, kept = statements[sent[s]].partition(r"\gset")
        self.columns[s] = re.findall(r"\bAS (\w+)", statement) if r"\gset" in statements[sent[s]] else []
        for name, value in self.values.get(s, {}).items():  # as psql puts them in
            bare = value.strip("'")
            statement = statement.replace(f":'{name}'", f"'{bare}'").replace(f':"{name}"', f'"{bare}"').replace(f":{name}", bare)
        self.sessions[s].send(statement + kept)
        sent[s] += 1

    def collect(self, s, answers):
        for result in self.sessions[s].results():
            if result.error and result.error.startswith("42") and not self.programs.failing:
                raise Unexpected(result.message)
            if self.columns.get(s) and result.rows:
                self.values[s] = {**self.values.get(s, {}), **dict(zip(self.columns[s], result.rows[0]))}
            answers[s].append((result.error, None if result.error else result.rows and sorted(result.rows), result.changed))

    def outcome(self, s, answers):
        error = answers[-1][0] or next((answer[0] for answer in answers if answer[0]), None)
        if error:
            self.sessions[s].run("ROLLBACK")
        return error, None if error else [answer[1:] for answer in answers]

    def serial(self, calls, level="read-committed"):
        """Every (what each call gave, what is left) of the calls one after the other; of those that commit several times
        their transactions one after the other."""
        found = []
        for decisions in every_choice():
            self.reset()
            given = self.run(level, calls, "C", decisions)
            found.append((given, self.left()))
        return found


def every_choice(limit=200):
    """Functions that choose, until every sequence of choices has been made."""
    prefix = []
    for _ in range(limit):
        trace = []

        def choose(ready, prefix=prefix, trace=trace):
            at = prefix[len(trace)] if len(trace) < len(prefix) else 0
            at = min(at, len(ready) - 1)
            trace.append((at, len(ready)))
            return ready[at]
        yield choose
        while trace and trace[-1][0] + 1 >= trace[-1][1]:
            trace.pop()
        if not trace:
            return
        prefix = [at for at, _ in trace[:-1]] + [trace[-1][0] + 1]
