"""isoproof serve --policy interleaved beside a PostgreSQL server: random sessions at the three levels, statement by statement in
the same order. Results, errors with their messages, waits and their ends, and what the tables hold must be the same.

  on_server.py [SCHEDULES [SEED [FAMILY…]]]

Each statement is sent to both, and the next one when both are at rest: every session has answered, or a lock keeps it. The server
says so (pg_blocking_pids; a circle of those is a deadlock that is not looked for yet); isoproof answers a further connection only
when no statement can go on. A schedule that differs is run again, since chance decides on a server where one transaction's end
lets several sessions go on; it counts if no run of the server is the same. Counted apart are schedules whose last difference is
such a one, those that reach what isoproof cannot run, those in which it refuses a transaction alone because only statistics
say which plan a server has, those that go as on a server that sorts or scans where it would walk along an index or search
one, and those whose transaction fails with 40001 in other words."""

import collections
import os
import pathlib
import random
import re
import select
import subprocess
import sys
import time
import typing

import psycopg2
import serving
from on_server_families import FAMILIES
from serving import expect

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import postgresql  # noqa: E402

LEVELS = ["READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE"]
DEADLOCK = 0.001  # seconds: deadlock_timeout
LONGEST = 20  # seconds in which a statement has to answer or to wait
RUNS = 6
# Plans that a server may have as well. ORDER BY of a table that has not been analyzed is a scan and a sort, not a walk along an index;
# max() reads all rows (51002746). A join reads its tables as a whole, so that another one of a circle's transactions fails (51042242).
DEFAULT = {"cpu_operator_cost": "default", "enable_indexscan": "on", "enable_indexonlyscan": "on", "enable_bitmapscan": "on",
           "enable_nestloop": "on"}
SORTS = DEFAULT | {"cpu_operator_cost": "0.00001", "enable_indexscan": "off", "enable_indexonlyscan": "off"}
SCANS = DEFAULT | {"enable_indexscan": "off", "enable_indexonlyscan": "off", "enable_bitmapscan": "off", "enable_nestloop": "off"}
MOST_OPEN = 4
COPIES = 50  # of a family's tables
CHUNK = 200  # schedules of a family before it is another one's turn
SEEN = {
    # An index is entered before the next one is looked for duplicates (1162).
    # An UPDATE of a row of the transaction's own checks what it refers to, whatever columns it sets (5001456).
    # The check for referring rows sees everything committed, whatever the level (5000246), and locks them so (5001739); it meets them
    # as a scan does (21660), and its error does not tell deleted rows (21853). It ends with the first that stands.
    # CHECK is about the snapshot's row before that one is waited for, or refused because another transaction has changed it (102498).
    # A version that a rolled back transaction has made is not followed by a later one (20954). A deleted row has no lock (21172).
    # Rows are changed one by one (1000063). A COMMIT that fails has ended all savepoints (1000486).
    # A transaction that is to fail does so when it meets a row, not when it searches (3002390). Who reads an index while a row waits at a
    # later one has no conflict with it (31002650). CHECK is looked at before the row counts as written (41103646).
    "accounts": [142, 1038, 1085, 1112, 1162, 20954, 21172, 21660, 21853, 102498, 1000063, 1000486, 3002390, 5000246, 5001456, 5001739, 31002650,
                 41103646],
    # A row enters one index after the other (6001008), and MERGE changes rows one by one (6000161). SKIP LOCKED does not skip a row that
    # has been changed since the snapshot (6000793). Checks of foreign keys lock tables (6002117). NOWAIT does not jump a queue (6002737).
    # A reader meets a row that waits to be entered into an index (45201394). EXISTS may be a join, with another plan (45200950). Of several
    # holders of a row the transaction that wrote first is waited for (45200439). FOR KEY SHARE waits at later versions (51000867).
    # ON CONFLICT that has waited at an index looks again at those of its conflicts (51201907, 51202176).
    "locks": [6000161, 6000793, 6001008, 6001345, 6002117, 6002737, 45200439, 45200950, 45201394, 45300290, 51000867, 51002746,
              51042242, 51201907, 51202176],
    # The action of a foreign key leaves rows alone that refer to another row by the time it has waited for them.
    # Who waits for a released subtransaction waits for the whole transaction (43000460). NO ACTION looks first for
    # another row with the key (45400670). ROLLBACK TO undoes that a deferred check was done (46200099).
    # Of a later version, a lock that its changer had beside others does not count (46301017). Of two rows with a key in one snapshot,
    # the check of what a row refers to meets the deleted one first (50000005).
    "shop": [105, 4000004, 4000516, 4000520, 4001036, 43000460, 45400670, 46200099, 46301017, 50000005],
    # Deferred keys: what is looked at again, in which order, and which transactions are waited for. ROLLBACK TO outside of a block (1333).
    # A transaction that is to fail does so before it finds a duplicate (32001386). A row that waits at an EXCLUDE constraint is in its
    # index already (50000017, 50000339). A row with other entries since then is not looked at again (51202876).
    "bookings": [1096, 1117, 1158, 1303, 1308, 1333, 1461, 32001386, 50000017, 50000339, 51202876],
    # A row enters the indexes as they were created: a deferrable key or EXCLUDE before other keys where it is declared first.
    # A search by an index meets a row that has entered it and waits at a later one (51800030).
    "orders": [51020007, 51020018, 51020029, 51020068, 51020071, 51800030],
    # ON CONFLICT enters all indexes before it takes a row back that it has found another one for (61500175).
    "uniques": [354, 61500175],
    # A row that the transaction has locked is locked again in the version that it sees (51084925).
    "withs": [51084925],
}
CANNOT = "isoproof cannot"
REFUSED = "40001 could not serialize access due to read/write dependencies"


def level_of(family, seed):
    return LEVELS[2] if family.serializable else (LEVELS + ["mixed"])[seed % 4]


def sessions_of(family, seed):
    """The statements of each session, and the sessions in the order of their turns."""
    draw = random.Random(seed)
    level = level_of(family, seed)
    sessions = []
    count = family.sessions[seed % len(family.sessions)]
    begins = [draw.choice(LEVELS) if level == "mixed" else level for _ in range(count)]
    for begin in begins:
        body = [family.statement(draw) for _ in range(draw.randint(1, family.most_statements))]
        sessions.append([f"BEGIN ISOLATION LEVEL {begin}"] + body + [draw.choice(["COMMIT", "COMMIT", "COMMIT", "ROLLBACK"])])
    order = [number for number, session in enumerate(sessions) for _ in session]
    draw.shuffle(order)
    return sessions, order


class Side:
    """One of the two servers, with a connection for each session."""

    may_refuse = False  # with 0A000, what it cannot run
    SETTINGS = (f"SET deadlock_timeout = '{int(DEADLOCK * 1000)}ms'",)

    def __init__(self, target):
        self.target = target
        self.control = psycopg2.connect(**target)
        self.control.autocommit = True
        self.asks = self.control.cursor()
        for setting in self.SETTINGS:
            self.asks.execute(setting)
        self.connections = []
        self.open()

    def open(self):
        for connection, _ in self.connections:
            connection.close()
        self.connections = []
        self.plans = DEFAULT
        for _ in range(MOST_OPEN):
            connection = psycopg2.connect(async_=1, **self.target)
            self.has_answered(connection, LONGEST)
            cursor = connection.cursor()
            for setting in self.SETTINGS:
                cursor.execute(setting)
                self.has_answered(connection, LONGEST)
            self.connections.append((connection, cursor))
        self.waiting = {}

    def plan(self, settings):
        for connection, cursor in self.connections:
            for name, value in settings.items() - self.plans.items():
                cursor.execute(f"SET {name} = {value}")
                self.has_answered(connection, LONGEST)
        self.plans = settings

    @staticmethod
    def has_answered(connection, seconds):
        until = time.monotonic() + seconds
        while True:
            state = connection.poll()
            if state == psycopg2.extensions.POLL_OK:
                return True
            sets = ([connection], [], []) if state == psycopg2.extensions.POLL_READ else ([], [connection], [])
            if not any(select.select(*sets, max(0, until - time.monotonic()))):
                return False

    def answer(self, number, seconds):
        connection, cursor = self.connections[number]
        try:
            if not self.has_answered(connection, seconds):
                return None
            return str(cursor.fetchall() if cursor.description else cursor.statusmessage)
        except psycopg2.Error as error:
            if error.pgcode is None:
                raise
            if error.pgcode == "0A000" and self.may_refuse:
                return f"{CANNOT}: {error.diag.message_primary}"
            return f"{error.pgcode} {error.diag.message_primary}"

    def hear(self, said, seconds=0.0):
        """Notes the answers that have come."""
        for other in sorted(self.waiting):
            answer = self.answer(other, seconds)
            if answer is not None:
                said.append(f"{other}: {self.waiting.pop(other)} → {answer}")

    def send(self, number, text):
        self.waiting[number] = text
        self.connections[number][1].execute(text)

    def rest(self):
        """Waits until all is at rest. Returns what was answered, and who waits."""
        said = []
        until = time.monotonic() + LONGEST
        self.hear(said, 0.0002)
        while self.waiting and not self.is_at_rest(said):
            self.hear(said, 0.0002)
            if time.monotonic() > until:
                return said + ["does not come to rest"]
        return sorted(said) + [f"waiting: {sorted(self.waiting)}"] * bool(self.waiting)

    def is_idle(self):
        return not self.waiting and not any(c.get_transaction_status() for c, _ in self.connections)

    def tables(self, names):
        rows = []
        for name in names:
            self.asks.execute(f"SELECT * FROM {name} ORDER BY 1, 2")
            rows.append(self.asks.fetchall())
        return [str(rows)]

    def close(self):
        for connection in [self.control] + [c for c, _ in self.connections]:
            connection.close()


class OnServer(Side):
    def open(self):
        super().open()
        self.pids = {connection.get_backend_pid(): n for n, (connection, _) in enumerate(self.connections)}

    def blocked(self):
        """The sessions that keep each waiting one; None: one goes on."""
        pids = [pid for pid, number in self.pids.items() if number in self.waiting]
        self.asks.execute("SELECT p, pg_blocking_pids(p) FROM unnest(%s) p", (pids,))
        by = {self.pids[pid]: {self.pids[b] for b in blockers if b in self.pids} for pid, blockers in self.asks.fetchall()}
        return by if all(by.values()) else None

    @staticmethod
    def is_deadlock(by):
        def reaches(here, goal, seen):
            return any(n == goal or (n not in seen and reaches(n, goal, seen | {n})) for n in by.get(here, ()))
        return any(reaches(n, n, {n}) for n in by)

    def is_at_rest(self, said):
        before = self.blocked()
        if before is None or self.is_deadlock(before):
            return False
        heard = len(said)
        self.hear(said)
        return heard == len(said) and self.blocked() == before


class OnIsoproof(Side):
    may_refuse = True
    SETTINGS = Side.SETTINGS + ("SET isoproof.pauses = off",)

    def is_at_rest(self, said):
        """The second answer is sent after everything that the first one was sent with."""
        heard = len(said)
        time.sleep(1.2 * DEADLOCK)
        for _ in range(2):
            self.asks.execute("SHOW server_version")
        self.hear(said)
        return heard == len(said)


class Prepared:
    """Both servers with COPIES of the family's tables, made in the background."""

    def __init__(self, server, database, family):
        self.target = {"host": server.work, "user": server.USER, "dbname": database}
        schema = f"{server.work}/{database}.sql"
        with open(schema, "w", encoding="utf-8") as file:
            file.write("".join(family.schema(copy) for copy in range(COPIES)))
        self.serving = serving.Server("postgresql/read-committed", "--policy", "interleaved", schema=schema, waits=False)
        self.making = subprocess.Popen(
            [postgresql.folder() + "/psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", server.work, "-U", server.USER, "-d", database,
             "-1", "-c", "DROP SCHEMA public CASCADE", "-c", "CREATE SCHEMA public", "-f", schema],
            stderr=subprocess.PIPE, text=True)
        self.theirs = self.ours = None

    def open(self):
        _, errors = self.making.communicate()
        assert self.making.returncode == 0, errors
        self.serving.wait()
        self.theirs = OnServer(self.target)
        self.ours = OnIsoproof({"host": self.serving.folder, "user": "u", "dbname": "d"})

    def close(self):
        for side in self.theirs, self.ours:
            if side:
                side.close()
        self.making.wait()
        self.serving.stop()


class Servers:
    """Hands out copies of the family's tables, while others are made."""

    def __init__(self, server, family):
        self.server = server
        self.family = family
        self.databases = ["one", "other"]
        self.now, self.next = None, self.prepare()
        self.copy = COPIES

    def prepare(self):
        self.databases.reverse()
        return Prepared(self.server, self.databases[0], self.family)

    def next_copy(self):
        self.copy += 1
        if self.copy >= COPIES:
            if self.now:
                self.now.close()
            self.now = self.next
            self.now.open()
            self.next = self.prepare()
            self.copy = 0
        for side in self.now.theirs, self.now.ours:
            if not side.is_idle():
                side.open()
        return self.copy

    def end(self):
        for prepared in self.now, self.next:
            if prepared:
                prepared.close()


class Difference(typing.NamedTuple):
    theirs: list
    ours: list
    waiting: set = frozenset()  # before

    def is_refusal(self):
        return any(f" → {CANNOT}" in line for line in self.ours)

    def is_stricter(self, family):
        """isoproof takes the coarser predicate locks where only statistics say which plan a server has."""
        theirs, ours = (dict(line.split(" → ", 1) for line in lines if " → " in line) for lines in (self.theirs, self.ours))
        return family.plans_vary and any(ours[s].startswith(REFUSED) and not theirs.get(s, "").startswith(REFUSED) for s in ours)

    def is_chance(self):
        """One end of a transaction lets several sessions go on, on a server at the same time. Or a deadlock: which of its sessions
        finds it is a matter of when their timers ring."""
        if all(sum(" → 40P01" in line for line in lines) == 1 for lines in (self.theirs, self.ours)):
            return True
        released = {line.split(":")[0] for line in self.theirs + self.ours if " → " in line}
        return len(released & {str(number) for number in self.waiting}) > 1

    def is_other_words(self):
        """A transaction that has to fail anyway meets its next row before or after it waits for one: the server's plan says which."""
        theirs, ours = ([re.sub(r" → 40001 .*", " → 40001", line) for line in lines] for lines in (self.theirs, self.ours))
        return theirs == ours

    def what(self, family):
        return ("40001 in other words" if self.is_other_words() else
                "not run by isoproof" if self.is_refusal() else "refused by isoproof alone" if self.is_stricter(family) else
                "left to chance" if self.is_chance() else "different")


def run(servers, seed, plans=DEFAULT):
    """What happened, up to a difference, and that; None: there is none. plans: the server's."""
    copy = servers.next_copy()
    theirs, ours, family = servers.now.theirs, servers.now.ours, servers.family
    theirs.plan(plans)
    sessions, order = sessions_of(family, seed)
    said = []
    at = [0] * len(sessions)

    def step(number):
        for side in theirs, ours:
            side.send(number, family.of_copy(sessions[number][at[number]], copy))
        at[number] += 1
        waiting = set(theirs.waiting) - {number}
        was, is_now = theirs.rest(), ours.rest()
        if was != is_now:
            return Difference(was, is_now, waiting)
        said.extend(was)
        return None

    for number in order:
        if number in theirs.waiting:
            said.append(f"{number} waits still")
        elif at[number] < len(sessions[number]):
            difference = step(number)
            if difference:
                return said, difference
    while True:  # those that waited in their turn
        left = [n for n in range(len(sessions)) if at[n] < len(sessions[n]) and n not in theirs.waiting]
        if not left:
            break
        difference = step(left[0])
        if difference:
            return said, difference
    if theirs.waiting:
        return said + ["left waiting"], None
    was, is_now = theirs.tables(family.tables_of(copy)), ours.tables(family.tables_of(copy))
    return said + was, None if was == is_now else Difference(was, is_now)


class Counts:
    def __init__(self):
        self.of = collections.Counter()
        self.refusals = collections.Counter()
        self.began = time.monotonic()

    def add(self, family, where, said, difference):
        self.of["schedules"] += 1
        self.of["waits"] += sum(line.startswith("waiting") for line in said)
        self.of["refused"] += sum(" → 40" in line for line in said)
        if not difference:
            return
        what = difference.what(family)
        self.of[what] += 1
        if what == "not run by isoproof":
            self.refusals.update(re.sub(r"_\d+|\d+:", "", line) for line in difference.ours if f" → {CANNOT}" in line)
        if what in ("different", "left to chance"):
            report = f"{what}: {where}:\n  " + "\n  ".join(said) + f"\n  server:   {difference.theirs}\n  isoproof: {difference.ours}"
            expect(what != "different", report)
            print(report, flush=True)

    def tell(self):
        for line, times in self.refusals.most_common(10):
            print(f"{times} × {line}")
        print(", ".join(f"{count} {what}" for what, count in self.of.items()) +
              f"; {self.of['schedules'] / (time.monotonic() - self.began):.0f} a second", flush=True)


def run_family(server, name, seeds, counts):
    servers = Servers(server, FAMILIES[name])
    try:
        for seed in seeds:
            for _ in range(RUNS):
                said, difference = run(servers, seed)
                if not difference or difference.what(servers.family) not in ("different", "left to chance"):
                    break
                counts.of["run again"] += 1
            else:
                if not all(run(servers, seed, plans)[1] for plans in (SORTS, SCANS)):
                    counts.of["as by another plan"] += 1
                    difference = None
            counts.add(servers.family, f"{name} {seed}, {level_of(servers.family, seed)}", said, difference)
    finally:
        servers.end()


def main():
    serving.need_driver()
    if not postgresql.folder():
        print("no PostgreSQL server: skipped")
        sys.exit(serving.SKIPPED)
    schedules = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    names = sys.argv[3:] or list(FAMILIES)
    counts = Counts()
    with postgresql.Server() as server:
        server.psql("ALTER SYSTEM SET autovacuum = off; ALTER SYSTEM SET synchronous_commit = off")
        server.psql("SELECT pg_reload_conf(); CREATE DATABASE one; CREATE DATABASE other")
        for begin in range(first, first + schedules, CHUNK):
            for name in names:
                run_family(server, name, range(begin, min(begin + CHUNK, first + schedules)), counts)
            if schedules > CHUNK:
                counts.tell()
        for name, seeds in SEEN.items() if len(sys.argv) <= 1 else []:
            run_family(server, name, seeds, counts)
    counts.tell()
    if schedules >= 16:
        expect(counts.of["waits"] > 0 and counts.of["refused"] > 0, "nothing waits, or nothing is refused")
    serving.failures[:] = serving.failures and [f"{len(serving.failures)} differences"]
    serving.finish()


os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
main()
