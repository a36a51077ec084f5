"""Random applications, and recordings of them."""

import json
import re

VALUE = r"(\$\d+|E?'(?:[^']|''|\\')*'|-?\d+|NULL|true)(?:::[a-z]+(?:\[\])?)?"
COLUMNS = ("id", "a_id", "n", "status")


class Form:
    """A statement; its table says which one it is, so that a template's statement is recognised."""

    def __init__(self, rng, number):
        self.table, self.sent = f"t{number}", rng.random() < 0.4
        self.kind = rng.choice(["select", "select", "select", "find", "update", "update", "delete", "insert", "rows",
                                "in", "any", "version"])
        self.status = rng.choice(["new", "paid"])
        self.lock = rng.choice(["", "", " FOR UPDATE"])
        self.array = "::bigint[]" if rng.random() < 0.5 else ""

    def slots(self):
        """The kinds of its values: v a value, s a set, r rows."""
        return {"select": "v", "find": "v", "update": "vv", "delete": "v", "insert": "vv", "rows": "r", "in": "vs",
                "any": "s", "version": "vvv"}[self.kind]

    def text(self, put):
        """put: gives what stands in the place of the next value."""
        table = self.table
        return {
            "select": lambda: f"SELECT id, a_id, n, status FROM {table} WHERE id = {put()}{self.lock}",
            "find": lambda: f"SELECT id, a_id, n FROM {table} WHERE a_id = {put()} AND status = '{self.status}'{self.lock}",
            "update": lambda: f"UPDATE {table} SET n = {put()} WHERE id = {put()}",
            "version": lambda: f"UPDATE {table} SET n = {put()} WHERE id = {put()} AND n = {put()}",
            "delete": lambda: f"DELETE FROM {table} WHERE a_id = {put()}",
            "insert": lambda: f"INSERT INTO {table} (a_id, n) VALUES ({put()}, {put()}) RETURNING id",
            "rows": lambda: f"INSERT INTO {table} (a_id, n) VALUES {put()}",
            "in": lambda: f"UPDATE {table} SET n = {put()} WHERE id IN {put()}",
            "any": lambda: f"DELETE FROM {table} WHERE id = ANY ({put()}{self.array})"}[self.kind]()

    def pattern(self):
        """What a template's statement looks like."""
        if self.kind == "rows":
            return rf"INSERT INTO {self.table} \(a_id, n\) (?:VALUES .*|SELECT \* FROM unnest\({VALUE}, {VALUE}\))$"
        marked = self.text(lambda: "@").replace(f"'{self.status}'", "@")
        escaped = re.escape(marked).replace("IN\\ @", "= ANY \\(@\\)").replace(re.escape(self.array or "::bigint[]"), "")
        return escaped.replace("@", VALUE.replace("\\", "\\")) + "$"


class Application:
    """A transaction kind: a tree of statements, loops and ways over inputs and results."""

    def __init__(self, rng, name, numbers):
        self.rng, self.name, self.numbers = rng, name, numbers
        self.inputs = [self.domain() for _ in range(rng.randint(1, 4))]
        self.begun, self.saves = rng.random() < 0.9, rng.random() < 0.3
        self.results = []  # forms whose results are known there
        self.body = self.block(rng.randint(2, 5) if self.begun else 1, 0, 0)

    def domain(self):
        """How an input is drawn: from few values or many, like an earlier input, or nearly always like it."""
        return self.rng.choice([("few", self.rng.randint(1, 3)), ("many", 0), ("many", 0), ("same", self.rng.randrange(4)),
                                ("nearly", self.rng.randrange(4)), ("next", self.rng.randrange(4))])

    def block(self, count, depth, loops):
        items = []
        for _ in range(count):
            what = self.rng.random()
            if depth < 2 and what < 0.2 and loops == 0 and self.begun:
                kind = self.rng.choice(["count", "zero", "rows", "rows", "fixed"])
                items.append(("loop", kind, self.block(self.rng.randint(1, 2), depth + 1, loops + 1)))
            elif depth < 2 and what < 0.35 and loops == 0 and self.begun:
                kind = self.rng.choice(["status", "found", "greater", "hidden", "null"])
                known = len(self.results)
                first = self.block(self.rng.randint(0, 2), depth + 1, loops)
                del self.results[known:]
                second = self.block(self.rng.randint(0, 2), depth + 1, loops)
                del self.results[known:]
                items.append(("way", kind, first, second, self.rng.random() < 0.15))
            else:
                items.append(self.statement(loops))
        return items

    def statement(self, loops):
        if self.numbers and self.rng.random() < 0.15:
            form = self.rng.choice(self.numbers)
        else:
            form = Form(self.rng, len(self.numbers) + 1)
            self.numbers.append(form)
        sources = [self.source(kind, loops) for kind in form.slots()]
        if form.kind in ("select", "find", "insert") and not loops:
            self.results.append(form)
        return ("statement", form, sources)

    def source(self, kind, loops):
        rng = self.rng
        if kind == "s":
            return ("set", rng.choice(["inputs", "rows", "some", "loop", "random", "nearly"]), rng.random() < 0.5)
        if kind == "r":
            return ("values", rng.choice(["inputs", "rows", "random"]), self.source("v", loops), rng.random() < 0.5)
        choices = ["input"] * 4 + ["constant", "fresh", "cell", "cell", "more", "often"] + ["item"] * (4 * loops)
        return (rng.choice(choices), rng.randrange(4), rng.choice(COLUMNS[:3]), rng.choice([1, 5, -5, "open", "it's", None, True]))


class Run:
    """One transaction of an application."""

    def __init__(self, app, rng):
        self.app, self.rng, self.steps, self.results, self.rolled_back = app, rng, [], [], False
        self.inputs = []
        for kind, which in app.inputs:
            earlier = self.inputs[which % len(self.inputs)] if self.inputs else self.rng.randrange(1000)
            self.inputs.append({"few": lambda w=which: rng.randrange(w) + 7, "many": lambda w=which: rng.randrange(1000),
                                "same": lambda e=earlier: e, "next": lambda e=earlier: e + 1,
                                "nearly": lambda e=earlier: e if rng.random() < 0.9 else rng.randrange(1000)}[kind]())
        self.items = [rng.randrange(1000) for _ in range(rng.choice([0, 1, 2, 2, 3, 3, 14]))]
        if rng.random() < 0.3:
            self.items = [self.inputs[0]] * len(self.items)
        self.block(app.body, None)

    def block(self, items, item):
        for one in items:
            if self.rolled_back:
                return
            if one[0] == "statement":
                self.statement(one[1], one[2], item)
            elif one[0] == "loop":
                self.loop(one)
            elif self.takes(one[1]):
                self.block(one[2], item)
            elif one[4]:
                self.rolled_back = True
            else:
                self.block(one[3], item)

    def loop(self, one):
        rows = self.results[-1] if self.results else []
        items = {"count": self.items or [self.rng.randrange(1000)], "zero": self.items, "fixed": [self.inputs[0], 3],
                 "rows": [row["id"] for row in rows]}[one[1]]
        for i, item in enumerate(items):
            row = rows[i] if one[1] == "rows" else {"id": item, "a_id": item + 1, "n": self.inputs[0]}
            self.block(one[2], row)

    def takes(self, kind):
        rows = self.results[-1] if self.results else []
        if kind == "hidden" or not rows:
            return kind != "found" and self.rng.random() < 0.5
        return {"status": rows[0].get("status") == "new", "found": True, "greater": rows[0]["n"] > self.inputs[0],
                "null": rows[0]["a_id"] is None}[kind]

    def value(self, source, item):
        kind, which, column, constant = source
        rows = self.results[which % len(self.results)] if self.results else []
        if kind == "item" and item and item.get(column) is not None:
            return item[column]
        if kind == "cell" and rows and rows[0].get(column) is not None:
            return rows[0][column]
        if kind in ("constant", "often"):
            return constant if kind == "constant" or self.rng.random() < 0.95 else 9
        if kind == "fresh":
            return self.rng.randrange(1000)
        return self.inputs[which % len(self.inputs)] + (kind == "more")

    def listed(self, how, shuffled):
        rows = self.results[-1] if self.results else []
        ids = [row["id"] for row in rows]
        values = {"inputs": self.inputs[:2], "rows": ids, "some": ids[:1], "loop": self.items,
                  "random": [self.rng.randrange(20) for _ in range(self.rng.randint(1, 3))],
                  "nearly": ids if self.rng.random() < 0.9 else [*ids, 3]}[how] or [4]
        return self.rng.sample(values, len(values)) if shuffled else list(values)

    def statement(self, form, sources, item):
        values = []
        for source in sources:
            if source[0] == "set":
                values.append(self.listed(source[1], source[2]))
            elif source[0] == "values":
                other = self.value(source[2], item)
                values.append([(v, other if source[3] else self.rng.randrange(50))
                               for v in self.listed(source[1], False)])
            else:
                values.append(self.value(source, item))
        rows = None
        if form.kind in ("select", "find", "insert"):
            count = 1 if form.kind == "insert" or (form.kind == "select" and self.rng.random() < 0.9) else \
                self.rng.choice([0, 1, 2, 3, 3, 6])
            rows = [{"id": self.rng.randrange(1000), "a_id": self.rng.choice([None, self.inputs[0], 5, self.rng.randrange(99)]),
                     "n": self.rng.randrange(1000), "status": self.rng.choice(["new", "paid"])} for _ in range(count)]
            if form.kind == "select" and rows and not isinstance(values[0], str):
                rows[0]["id"] = values[0]
            columns = {"select": COLUMNS, "find": COLUMNS[:3], "insert": COLUMNS[:1]}[form.kind]
            rows = [{c: row[c] for c in columns} for row in rows]
            if item is None:
                self.results.append([dict({"a_id": None, "n": 3}, **row) for row in rows])
        self.steps.append((form, values, rows))


def text_of(value):
    """What the server would print."""
    if value is None or value is True:
        return "true" if value else "NULL"
    return str(value)


def sql(value):
    """A literal; text with a quote in one of its spellings."""
    if not isinstance(value, str):
        return text_of(value)
    return f"E'{value}'".replace("'s", "\\'s") if "'" in value and len(value) % 2 else "'" + value.replace("'", "''") + "'"


def say_step(form, values, rows):
    """The statement as it is recorded."""
    given, parameters = iter(values), []

    def one(value):
        if not form.sent:
            return sql(value)
        parameters.append(None if value is None else text_of(value))
        return f"${len(parameters)}"

    def put():
        value = next(given)
        if isinstance(value, list) and form.kind == "any":
            text = "{" + ",".join(map(text_of, value)) + "}"
            return one(text)
        if isinstance(value, list) and form.kind == "rows":
            return ", ".join(f"({one(a)}, {one(b)})" for a, b in value)
        if isinstance(value, list):
            return "(" + ", ".join(map(one, value)) + ")"
        return one(value)

    line = {"text": form.text(put), "tags": [f"{form.kind} 1"]}
    if parameters:
        line["parameters"] = parameters
    if rows is not None:
        line.update(columns=list(rows[0]) if rows else ["id"], row_count=len(rows),
                    rows=[[None if v is None else text_of(v) for v in row.values()] for row in rows[:3]])
        line["tags"] = [f"SELECT {len(rows)}"]
    else:
        line["tags"] = [form.text(lambda: "1").split()[0] + " 1"]
    return line


def lines_of(run, number):
    """What the session says, with the numbers of its transactions from there on."""
    if not run.app.begun:
        return [dict(say_step(*step), transaction=number + i) for i, step in enumerate(run.steps)]
    end = "ROLLBACK" if run.rolled_back else "COMMIT"
    inner = [line for step in run.steps for line in say_saved(run, *step)]
    begin = {"text": f"BEGIN /*controller:c,action:{run.app.name}*/", "tags": ["BEGIN"]}
    return [dict(line, transaction=number) for line in (begin, *inner, {"text": end, "tags": [end]})]


def say_saved(run, form, values, rows):
    """The statement, perhaps in a savepoint that is released, as libraries do."""
    line = say_step(form, values, rows)
    if not run.app.saves or form.kind != "insert":
        return [line]
    return [{"text": 'SAVEPOINT "s1"', "tags": ["SAVEPOINT"]}, line, {"text": 'RELEASE SAVEPOINT "s1"', "tags": ["RELEASE"]}]


def mixed(runs, rng):
    """The lines of sessions, each of which runs some of the transactions, side by side."""
    waiting = {session: [] for session in range(1, rng.choice([1, 1, 4]) + 1)}
    for run in runs:
        session = rng.choice(list(waiting))
        number = waiting[session][-1]["transaction"] + 1 if waiting[session] else 1
        waiting[session] += [dict(line, session=session) for line in lines_of(run, number)]
    while any(waiting.values()):
        session = rng.choice([s for s, lines in waiting.items() if lines])
        yield waiting[session].pop(0)


def record(runs, path, rng):
    with open(path, "w", encoding="utf-8") as out:
        print(json.dumps({"format": "isoproof-trace", "format_version": 1}), file=out)
        for line in mixed(runs, rng):
            print(json.dumps(dict(line, event="statement")), file=out)


def log(runs, path, rng):
    """The same as a server's log, which has no results."""
    numbers = {}
    with open(path, "w", encoding="utf-8") as out:
        for i, line in enumerate(mixed(runs, rng)):
            session = line["session"]
            numbers[session] = numbers.get(session, 0) + 1
            entry = {"timestamp": f"2026-01-02 03:04:{i // 1000 % 60:02}.{i % 1000:03} UTC", "dbname": "shop", "pid": session,
                     "session_id": f"a.{session}", "line_num": numbers[session], "vxid": f"{session}/{line['transaction']}",
                     "ps": "idle", "error_severity": "LOG", "message": f"statement: {line['text']}", "application_name": "web"}
            if "parameters" in line:
                given = ", ".join(f"${n} = " + ("NULL" if v is None else "'" + v.replace("'", "''") + "'")
                                  for n, v in enumerate(line["parameters"], 1))
                entry.update(message=f"execute <unnamed>: {line['text']}", detail=f"parameters: {given}")
            print(json.dumps(entry), file=out)
