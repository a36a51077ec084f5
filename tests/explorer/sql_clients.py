"""Random SQL clients explored (by many.c), and the same by enumeration without any cleverness: each serial order of
the transactions, every answer to each read from what came before, every commit order held against the axioms word by
word. Protects what compare.c cannot see: clients from files, rows that come and go (phantoms), tables without a key,
errors, rollbacks.

usage: sql_clients.py MANY [COUNT [SEED]]
"""

import itertools
import os
import random
import subprocess
import sys
import tempfile

LEVELS = ["read-committed", "read-atomic", "causal", "prefix", "snapshot-isolation", "serializability"]
EXTENSIBLE = LEVELS[:3]
WITHIN = LEVELS[4:]  # snapshot isolation
KEYS = ["w", "x", "y"]
BATCH = 50

# ------------------------------------------------------------------ clients


def random_statement(rng):
    """An operation as (name, key, number)."""
    name = rng.choices(
        ["get", "sum", "count", "over", "set", "add", "add_below", "insert", "upsert", "insert_new", "delete", "log",
         "logged", "copy"], [5, 2, 1, 1, 4, 4, 2, 2, 1, 1, 2, 1, 1, 2])[0]
    return name, rng.choice(KEYS), rng.randrange(1, 4)


SQL = {
    "get": "SELECT v FROM kv WHERE k = '{k}'",
    "sum": "SELECT sum(v) FROM kv",
    "count": "SELECT count(*) FROM kv",
    "over": "SELECT k FROM kv WHERE v >= {n}",
    "set": "UPDATE kv SET v = {n} WHERE k = '{k}'",
    "add": "UPDATE kv SET v = v + {n} WHERE k = '{k}'",
    "add_below": "UPDATE kv SET v = v + 1 WHERE k = '{k}' AND v < {n}",
    "insert": "INSERT INTO kv VALUES ('{k}', {n})",
    "upsert": "INSERT INTO kv VALUES ('{k}', {n}) ON CONFLICT (k) DO UPDATE SET v = kv.v + 1",
    "insert_new": "INSERT INTO kv VALUES ('{k}', {n}) ON CONFLICT DO NOTHING",
    "delete": "DELETE FROM kv WHERE k = '{k}'",
    "log": "INSERT INTO log VALUES ({n})",
    "logged": "SELECT count(*) FROM log",
    "copy": "INSERT INTO kv SELECT 'z', v FROM kv WHERE k = '{k}' AND v >= {n}",
}


class Client:
    """sessions: lists of (statements, commits)."""

    def __init__(self, rng):
        self.rows = {k: rng.randrange(3) for k in KEYS if rng.random() < 0.6}
        self.sessions = []
        count = rng.choice([2, 2, 3, 3, 3, 4])
        same = rng.random() < 0.3
        first = self.transaction(rng, count)
        while count:
            session = []
            while count and (not session or rng.random() < 0.35):
                session.append(first if same else self.transaction(rng, count))
                count -= 1
            self.sessions.append(session)
        self.transactions = [(s, t) for s, session in enumerate(self.sessions) for t in session]

    def transaction(self, rng, count):
        return [random_statement(rng) for _ in range(rng.randint(1, 2 if count > 2 else 3))], rng.random() < 0.92

    def text(self):
        lines = ["setup { CREATE TABLE kv (k text PRIMARY KEY, v int); CREATE TABLE log (v int);"]
        lines += [f"  INSERT INTO kv VALUES ('{k}', {v});" for k, v in self.rows.items()]
        lines.append("}")
        number = 0
        for s, session in enumerate(self.sessions):
            lines.append(f"session s{s}")
            for statements, commits in session:
                number += 1
                body = " ".join(SQL[name].format(k=k, n=n) + ";" for name, k, n in statements)
                lines.append(f"step t{number} {{ BEGIN; {body} {'COMMIT' if commits else 'ROLLBACK'}; }}")
        return "\n".join(lines) + "\n"


# -------------------------------------------------------------- enumeration


class Abort(Exception):
    pass


class Enumeration:
    """Cells are (table, key, column), column None for presence. A transaction is run again for each list of
    answers to its reads; an answer is the transaction read from, 0 for the initial state."""

    def __init__(self, client):
        self.client = client
        self.count = len(client.transactions)
        self.logs = [("log", (t, i)) for t in range(1, self.count + 1) for i in range(3)]
        self.histories = set()
        self.place([], {}, {})

    def initial(self, cell):
        table, key, column = cell
        if table == "kv" and key in self.client.rows:
            return True if column is None else self.client.rows[key]
        return False if column is None else None

    def defined(self, cell):
        """What is not there at first has no columns that could be read from then."""
        return cell[2] is None or cell[1] in self.client.rows

    def place(self, order, reads, writes):
        if len(order) == self.count:
            self.histories.add(self.frozen(reads, writes))
            return
        for t in range(1, self.count + 1):
            session = self.client.transactions[t - 1][0]
            if t in order or any(u not in order and self.client.transactions[u - 1][0] == session
                                 for u in range(1, t)):
                continue
            for read, write in self.runs(t, order, writes):
                self.place(order + [t], {**reads, t: read}, {**writes, t: write})

    def runs(self, t, order, writes):
        """Every run of t after those in order: its reads as (cell, from, step), and its writes."""
        answers = [[]]
        while answers:
            given = answers.pop()
            run = Run(self, t, order, writes, given)
            more = run.perform()
            if more is None:
                yield tuple(run.reads), run.own if run.commits else {}
            else:
                answers += [given + [source] for source in more]

    def frozen(self, reads, writes):
        return (tuple(sorted(reads.items())),
                tuple((t, tuple(sorted(writes[t].items(), key=str))) for t in sorted(writes)))


class Run:
    def __init__(self, enumeration, t, order, writes, answers):
        self.e, self.t, self.order, self.writes, self.answers = enumeration, t, order, writes, answers
        self.reads, self.own, self.step, self.logged, self.asked = [], {}, -1, 0, {}
        self.commits = enumeration.client.transactions[t - 1][1][1]

    def perform(self):
        """None when it came to its end, else the transactions that can answer the next read."""
        try:
            for name, key, number in self.e.client.transactions[self.t - 1][1][0]:
                self.step += 1
                self.asked = {}
                self.execute(name, key, number)
        except Abort:
            self.commits = False
        except StopIteration as stop:
            return stop.value
        return None

    def read(self, cell):
        if cell in self.own:
            return self.own[cell]
        if cell in self.asked:
            return self.asked[cell]
        if len(self.reads) == len(self.answers):
            writers = [t for t in self.order if cell in self.writes[t]]
            raise StopIteration([0] + writers if self.e.defined(cell) else writers)
        source = self.answers[len(self.reads)]
        self.reads.append((cell, source, self.step))
        self.asked[cell] = self.writes[source][cell] if source else self.e.initial(cell)
        return self.asked[cell]

    def there(self, key):
        return self.read(("kv", key, None))

    def value(self, key):
        return self.read(("kv", key, "v"))

    def insert(self, key, number):
        self.own[("kv", key, None)] = True
        self.own[("kv", key, "k")] = key
        self.own[("kv", key, "v")] = number

    def execute(self, name, key, number):
        if name in ("get", "sum", "count", "over"):
            for row in [key] if name == "get" else [*KEYS, "z"]:
                if self.there(row) and name != "count":
                    self.value(row)
        elif name == "log":
            row = (self.t, self.logged)
            self.logged += 1
            self.own[("log", row, None)] = True
            self.own[("log", row, "v")] = number
        elif name == "copy":
            value = self.value(key) if self.there(key) else None
            if value is not None and value >= number:
                if self.there("z"):
                    raise Abort
                self.insert("z", value)
        elif name == "logged":
            for _, row in self.e.logs:
                self.read(("log", row, None))
        elif name == "insert":
            if self.there(key):
                raise Abort
            self.insert(key, number)
        elif name in ("upsert", "insert_new") and not self.there(key):
            self.insert(key, number)
        elif name == "insert_new" or not self.there(key):
            pass
        elif name == "set":
            self.own[("kv", key, "v")] = number
        elif name == "delete":
            self.own[("kv", key, None)] = False
        else:
            value = self.value(key)
            if name == "add_below" and (value is None or value >= number):
                return
            add = number if name == "add" else 1
            self.own[("kv", key, "v")] = None if value is None else value + add


class History:
    def __init__(self, client, frozen):
        self.client = client
        self.reads, self.writes = dict(frozen[0]), {t: dict(cells) for t, cells in frozen[1]}
        self.all = range(1, len(client.transactions) + 1)
        self.before = {t: {0} | {u for u in self.all if u < t and client.transactions[u - 1][0] ==
                                 client.transactions[t - 1][0]} for t in self.all}
        self.before[0] = set()
        self.wr = {t: {source for _, source, _ in self.reads[t]} for t in self.all}
        self.wr[0] = set()
        self.past = {0: set()}
        for t in self.all:
            self.past[t] = self.before[t] | self.wr[t]
        for _ in self.all:
            for t in self.all:
                self.past[t] = self.past[t].union(*(self.past[u] for u in self.past[t]))

    def conflict(self, t, u):
        return t and u and bool({c[:2] for c in self.writes[t]} & {c[:2] for c in self.writes[u]})

    def visible(self, level, at, t3, index):
        """Which transactions must not be overwritten by what t3's read number index reads; at: positions in the commit order."""
        direct = self.before[t3] | self.wr[t3]
        if level == "read-committed":
            step = self.reads[t3][index][2]
            return {source for _, source, s in self.reads[t3] if s < step}
        if level == "read-atomic":
            return direct
        if level == "causal":
            return self.past[t3]
        if level == "serializability":
            return {t for t in at if at[t] < at[t3]}
        if level == "snapshot-isolation":
            direct = direct | {t for t in self.all if at[t] < at[t3] and self.conflict(t, t3)}
        return {t for t in at if any(at[t] <= at[u] for u in direct)}

    def satisfies(self, level, at):
        for t3 in self.all:
            for index, (cell, t1, _) in enumerate(self.reads[t3]):
                for t2 in self.visible(level, at, t3, index):
                    if t2 not in (t1, t3) and (t2 == 0 or cell in self.writes[t2]) and at[t2] > at[t1]:
                        return False
        return True

    def orders(self, level):
        for order in itertools.permutations(self.all):
            at = {0: 0, **{t: i + 1 for i, t in enumerate(order)}}
            if all(at[u] < at[t] for t in self.all for u in self.past[t]) and self.satisfies(level, at):
                yield order

    def allowed(self, level):
        return next(self.orders(level), None) is not None

    def final(self, order, key):
        """The row's v after the transactions committed in that order; False: no such row."""
        there, value = key in self.client.rows, self.client.rows.get(key)
        for t in order:
            there = self.writes[t].get(("kv", key, None), there)
            value = self.writes[t].get(("kv", key, "v"), value)
        return value if there else False

    def shown(self):
        """As the command lists it: reads that others than the initial state could answer."""
        written = {cell for cells in self.writes.values() for cell in cells}
        return frozenset((t, cell, source) for t in self.all for cell, source, _ in self.reads[t] if cell in written)


# ----------------------------------------------------------------- explored


def cell(table, key, column):
    """Rows of log have no key: that a row of it was read, and whose, is what can be compared."""
    return ("log",) if table == "log" else (table, key.strip("'"), column or None)


class Explored:
    """What many.c wrote for one client at one level; lines is an iterator."""

    def __init__(self, level, lines):
        self.histories = []
        for line in lines:
            word, *fields = line.split("\t")
            if word == "history":
                accesses = [field.split("|") for field in fields]
                self.histories.append(comparable((int(t), cell(*where), int(source)) for t, *where, source in accesses))
            elif word == "whole":
                self.counts = fields
            elif word == "fails":
                self.failures = int(fields[0])
            elif word == "shards":
                self.shards = fields
                if level not in WITHIN:
                    return
            elif word == "robust":
                self.robust = fields
                return
            else:
                raise SystemExit(line)
        raise SystemExit("the output ends early")


def comparable(reads):
    return frozenset(read for read in reads if read[1] != ("log",) or read[2])


def problems_at(level, found, explored):
    allowed = [history for history in found if history.allowed(level)]
    expected = [comparable((t, cell(*c) if c[0] == "log" else c, source) for t, c, source in history.shown())
                for history in allowed]
    histories, serializable, end_states, _, blocked = map(int, explored.counts)
    if len(explored.histories) != histories:
        yield f"{len(explored.histories)} histories handed out, not {histories}"
    if histories != len(expected):
        yield f"{histories} histories, not {len(expected)}"
    if set(explored.histories) != set(expected):
        missing, extra = set(expected) - set(explored.histories), set(explored.histories) - set(expected)
        yield (f"missing {[sorted(h, key=str) for h in missing]}, "
               f"not allowed {[sorted(h, key=str) for h in extra]}")
    serial = sum(history.allowed("serializability") for history in allowed)
    if serializable != serial:
        yield f"{serializable} serializable, not {serial}"
    if level in EXTENSIBLE and (blocked or end_states != histories):
        yield f"{blocked} blocked, {end_states} end states"
    if explored.shards != explored.counts:
        yield f"the shards add up to {explored.shards}, not {explored.counts}"
    if level in WITHIN:
        answer = ["yes", "delayed", ""] if serial == histories else ["no", "delayed", "good"]
        if [explored.robust[0], explored.robust[3]] != [answer[0], answer[2]]:
            yield f"robust: {explored.robust}, but {serial} of {histories} histories are serializable"
    fails = sum(any(h.final(order, "w") == 2 or h.final(order, "x") == 1 for order in h.orders(level)) for h in allowed)
    if explored.failures != fails:
        yield f"the assertion fails after {explored.failures} histories, not {fails}"


def check(clients, folder, program):
    """The first problem, with its client; None: all is well."""
    paths = []
    for number, client in clients:
        paths.append(os.path.join(folder, f"{number}.spec"))
        with open(paths[-1], "w", encoding="utf-8") as file:
            file.write(client.text())
    done = subprocess.run([program, *LEVELS, "--", *paths], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{program}: exit status {done.returncode}\n{done.stderr}")
    lines = iter(done.stdout.splitlines())
    for number, client in clients:
        found = [History(client, frozen) for frozen in Enumeration(client).histories]
        for level in LEVELS:
            problems = list(problems_at(level, found, Explored(level, lines)))
            if problems:
                return f"seed {number}, {level}: " + "\n".join(problems) + "\n" + client.text()
    return None


def main():
    program = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    for first in range(seed, seed + count, BATCH):
        clients = [(n, Client(random.Random(n))) for n in range(first, min(first + BATCH, seed + count))]
        with tempfile.TemporaryDirectory() as folder:
            problem = check(clients, folder, program)
        if problem:
            print(problem)
            return 1
    print(f"{count} clients from seed {seed}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
