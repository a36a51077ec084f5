"""One interleaving of a case's steps on a server."""
import time

from libpq import Connection

PATIENCE = 20  # seconds until a step that neither ends nor waits for another session is an error
DEADLOCK = 2  # seconds, well above the server's deadlock_timeout


class Infeasible(Exception):
    """The next step's session still waits."""


class Run:
    """results: {step: [Result]}; waited: the steps that waited for another session; initial, rows:
    {table: rows} before and after."""

    def __init__(self, dsn, case, levels, permutation):
        self.results, self.waited, self.pending = {}, set(), {}
        self.control = Connection(dsn)
        self.connections = {}
        try:
            self.control.run("SET client_min_messages = warning; DROP SCHEMA public CASCADE; CREATE SCHEMA public")
            for setup in case.setups:
                self.control.run(setup)
            self.initial = self.all_rows()
            for name, session in case.sessions.items():
                self.connections[name] = Connection(dsn)
                self.connections[name].run(f"SET default_transaction_isolation = '{levels[name].replace('-', ' ')}'")
                if session.setup.strip():
                    self.connections[name].run(session.setup)
            processes = ",".join(str(c.process) for c in self.connections.values())
            self.blocked_query = f"SELECT pg_isolation_test_session_is_blocked(%d, '{{{processes}}}')"
            for step in permutation:
                self.perform(step, case.session_of[step])
            if self.pending:
                raise RuntimeError(f"in the end steps wait: {list(self.pending.values())}")
            self.rows = self.all_rows()
        finally:
            for connection in self.connections.values():
                connection.close()
            self.control.close()

    def perform(self, step, session):
        self.await_deadlock(session.name)
        if session.name in self.pending:
            raise Infeasible(step)
        self.connections[session.name].send(session.steps[step])
        self.pending[session.name] = step
        self.settle(session.name)
        for name in list(self.pending):
            if name != session.name:
                self.settle(name)

    def await_deadlock(self, name):
        """Two that wait may wait for each other: the server then ends one of them."""
        end = time.monotonic() + (DEADLOCK if len(self.pending) > 1 else 0)
        while name in self.pending and time.monotonic() < end:
            for other in list(self.pending):
                self.settle(other)

    def settle(self, name):
        """Until the session's step has ended or waits."""
        connection, step = self.connections[name], self.pending[name]
        begin = time.monotonic()
        while connection.busy():
            if self.control.run(self.blocked_query % connection.process).rows == [["true"]]:
                self.waited.add(step)
                return
            if time.monotonic() - begin > PATIENCE:
                raise RuntimeError(f"step {step} does not end")
            time.sleep(0.001)
        self.results[step] = connection.results()
        del self.pending[name]

    def all_rows(self):
        tables = self.control.run("SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = "
                                  "'public'::regnamespace ORDER BY 1").rows
        return {name[1:-1]: self.control.run(f"TABLE {name[1:-1]}").rows for name, in tables}


def error_of(results):
    return next((result.error for result in results if result.error), None)


def shown(run, step):
    """As cases write it: ~ waited, !40001 an error, #1 rows changed, 1,2|3,4 rows, - no row, done."""
    results = run.results.get(step, [])
    text = "done"
    for result in results:
        if result.error:
            text = "!" + result.error
        elif result.rows is not None:
            text = "|".join(",".join(row) for row in result.rows) or "-"
        elif result.changed is not None:
            text = f"#{result.changed}"
    return ("~" if step in run.waited else "") + text
