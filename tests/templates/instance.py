"""Reads a script of templates, and tells whether a recorded transaction is an instance of one of them, with all that it
assumes."""

import re

from application import VALUE, text_of


# ------------------------------------------------------------------ the script --

class Template:
    def __init__(self, name, forms):
        self.name, self.forms, self.same, self.rules, self.once = name, forms, {}, [], set()
        self.body, self.stack = [], []
        self.stack.append(self.body)
        self.pending = {"params": [], "marks": []}

    def assume(self, said):
        said = re.sub(r" \(\d+ of \d+.*\)$", "", said)
        name, _, rest = said.partition(" = ")
        if said.startswith("at least") or said.startswith("expect"):
            self.pending["marks"].append(said)
        elif said.endswith(" is the same in every iteration"):
            self.once.add(said.split()[0])
        elif re.fullmatch(r"\w+", rest) and not rest[0].isdigit():
            self.same[name] = rest
        else:
            self.rules.append((name, rest))

    def add(self, item):
        self.stack[-1].append(item)

    def line(self, line):
        for start, found in (("-- assume: ", self.assume), ("-- expect: ", lambda s: self.pending["marks"].append(s))):
            if line.startswith(start):
                found(line[len(start):])
                return
        if line.startswith("-- params: "):
            self.pending["params"] = line[len("-- params: "):].split(", ")
        elif line.startswith("-- isoproof: loop"):
            names = [part.split()[0] for part in line.partition(" over ")[2].split(", ") if part]
            loop = ("loop", names, [])
            self.add(loop)
            self.stack.append(loop[2])
        elif line == "-- isoproof: end loop":
            self.stack.pop()
        elif line.startswith("-- isoproof: "):
            self.pending["marks"].append(line[len("-- isoproof: "):])
        elif line.startswith("\\if"):
            way = ("way", line.split(":")[1], [], [])
            self.add(way)
            self.stack.append(way[2])
        elif line == "\\else":
            self.stack.pop()
            self.stack.append(self.stack[-1][-1][3])
        elif line == "\\endif":
            self.stack.pop()
        elif line == "ROLLBACK;":
            self.add(("rollback",))
        elif not line.startswith("--") and line not in ("COMMIT;", "BEGIN;"):
            self.statement(line)

    def statement(self, line):
        text, _, prefix = line.rstrip(";").partition(" \\gset ")
        for form in self.forms:
            found = re.match(form.pattern(), text)
            if found:
                places = list(found.groups()) if None not in found.groups() else re.findall(VALUE, text.partition("VALUES")[2])
                self.add(("statement", form, places, self.pending["params"], self.pending["marks"], prefix.strip(),
                          "unnest(" in text))
                self.pending = {"params": [], "marks": []}
                return
        raise ValueError(f"{self.name}: not understood: {line}")


def read_script(text, forms):
    templates = []
    for block in text.split("\n\n-- name: ")[1:]:
        name, *lines = block.rstrip("\n").split("\n")
        template = Template(name, forms)
        for line in lines:
            template.line(line)
        templates.append(template)
    return templates


# ------------------------------------------------------------------ instances --

class State:
    """What a run has given the names of a template so far."""

    def __init__(self, template, run):
        self.template, self.run, self.at = template, run, 0
        self.names, self.iterations, self.local, self.rows, self.rolled_back = {}, {}, None, [], False
        self.over, self.why = [], ""
        self.ordered = frozenset()  # names of lists whose order is known

    def copy(self):
        other = State(self.template, self.run)
        other.__dict__.update(self.__dict__)
        other.names, other.over = dict(self.names), list(self.over)
        other.iterations = {name: list(values) for name, values in self.iterations.items()}
        other.local = dict(self.local) if self.local is not None else None
        return other

    def root(self, name):
        while name in self.template.same:
            name = self.template.same[name]
        return name

    def bind(self, name, value, ordered):
        """Tells whether the name may have the value. The order of a set means nothing."""
        root = self.root(name)
        into = self.local if self.local is not None and root in self.over and root not in self.template.once else self.names
        of_result = re.match(r"(row|new|rows)_\d+_", root)
        if of_result and root in (self.local or ()):
            into = self.local
        if isinstance(value, tuple) and root in into and not (ordered and root in self.ordered):
            same = canonical(into[root], True) == canonical(value, True)
            if ordered and not of_result:
                into[root] = value
                self.ordered = self.ordered | {root}
            return same
        if ordered or root.startswith("rows_"):
            self.ordered = self.ordered | {root}
        if (into.get(root) if of_result else into.setdefault(root, value)) == value:
            return True
        self.why = f"{name} is {value}, {root} was {into.get(root)}"
        return False


def canonical(value, is_set):
    return tuple(sorted(set(map(text_of, value)))) if is_set else tuple(map(text_of, value))


def values_of(form, values, arrays):
    """The values in the places of the statement: of rows, one for each column if they are arrays."""
    if form.kind == "find":
        return [text_of(values[0]), form.status]
    if form.kind != "rows":
        return [canonical(v, True) if isinstance(v, list) else text_of(v) for v in values]
    if arrays:
        return [canonical(column, False) for column in zip(*values[0])] if len(values[0]) > 1 else []
    return [text_of(v) for row in values[0] for v in row]


def take(state, item):
    """Takes the run's next statement as that of the template. Gives the state after it, or None."""
    _, form, places, params, marks, prefix, arrays = item
    if state.at >= len(state.run.steps):
        return None
    own, values, rows = state.run.steps[state.at]
    given = values_of(own, values, arrays)
    if own is not form or len(given) != len(places):
        return None
    state = state.copy()
    state.at += 1
    for place, value in zip(places, given):
        if place.startswith("$"):
            if not state.bind(params[int(place[1:]) - 1], value, form.kind == "rows"):
                FAILED.append(state.why)
                return None
        elif content(place) != value:
            FAILED.append(f"{place} is {value}")
            return None
    state.rows = rows
    for mark in marks:
        if not take_mark(state, mark, rows):
            FAILED.append(f"{mark}: {rows}")
            return None
    if prefix:
        into = state.local if state.local is not None else state.names
        for column, value in (rows[0].items() if rows and len(rows) == 1 else ()):
            into[prefix + column] = None if value is None else text_of(value)
    return state


def take_mark(state, mark, rows):
    count = len(rows) if rows is not None else 1
    if mark.startswith("at least"):
        return count >= 1
    if mark.startswith("row count in "):
        state.names[mark.split()[-1]] = str(count)
    elif mark.startswith("column "):
        _, column, _, name = mark.split()
        state.ordered = state.ordered | {name}
        state.names[name] = tuple(text_of(row[column]) for row in rows)
    return True


def content(literal):
    """What a literal of the script stands for."""
    if literal.startswith(("'", "E'")):
        return literal.lstrip("E")[1:-1].replace("''", "'").replace("\\'", "'")
    return literal


def number(text):
    try:
        return float(text)
    except (TypeError, ValueError):
        return text


def condition(state, text):
    def value(word):
        if word.startswith(":"):
            name = state.root(word[1:])
            return state.names.get(name, (state.local or {}).get(name))
        return {"NULL": None}.get(word, content(word))
    left, rest = text[1:-1].split(" ", 1)
    if rest in ("IS NULL", "IS NOT NULL"):
        return (value(left) is None) == (rest == "IS NULL")
    sign, right = rest.split(" ", 1)
    a, b = number(value(left)), number(value(right))
    if a is None or b is None or isinstance(a, str) != isinstance(b, str):
        return False
    return {"=": a == b, "<>": a != b, "<": a < b, ">": a > b, "<=": a <= b, ">=": a >= b}[sign]


def follow(state, items, at):
    """All states in which the items from there on have been run."""
    if at == len(items):
        yield state
        return
    item = items[at]
    if item[0] == "rollback":
        state = state.copy()
        state.rolled_back = True
        yield state
    elif item[0] == "statement":
        after = take(state, item)
        if after:
            yield from follow(after, items, at + 1)
    elif item[0] == "way":
        rule = next((rest for name, rest in state.template.rules if name == item[1]), None)
        for chosen, branch in ((True, item[2]), (False, item[3])):
            if rule and condition(state, rule) != chosen:
                continue
            for after in follow(state, branch, 0):
                if after.rolled_back:
                    yield after
                else:
                    yield from follow(after, items, at + 1)
    else:
        rows = state.rows
        for after, count in iterate(state, item, 0, rows):
            of_rows = [name for name, rest in state.template.rules if rest.endswith(" of each row") and name in item[1]]
            if of_rows and count != len(rows or ()):
                FAILED.append(f"{count} iterations, of {rows}")
                continue
            yield from follow(after, items, at + 1)


def iterate(state, loop, count, rows):
    yield state, count
    begun = state.copy()
    begun.local, begun.over = {}, loop[1]
    for name, rest in state.template.rules:
        found = re.fullmatch(r"(\w+) of each row", rest)
        if found and name in loop[1]:
            if count >= len(rows or ()):
                return
            begun.local[begun.root(name)] = text_of(rows[count][found.group(1)])
    for after in follow(begun, loop[2], 0):
        if after.at == state.at:
            continue
        for name in loop[1]:
            root = after.root(name)
            after.iterations.setdefault(name, []).append(after.local.get(root, after.names.get(root)))
        after.local, after.over = None, []
        yield from iterate(after, loop, count + 1, rows)


def holds(state, name, rest):
    """Tells whether an assumption about the value of a whole transaction holds."""
    names = state.names
    root = state.root(name)
    if rest.startswith("(") or rest.endswith(" of each row"):
        return True
    if name in state.iterations and root not in names:
        given = state.iterations[name]
    else:
        given = [names[root]] if root in names else []
    every_row = re.fullmatch(r"(.*) in every row", rest)
    if every_row:
        other = every_row.group(1)
        other = names.get(state.root(other), content(other))
        return all(set(map(str, value)) <= {str(other)} or other == every_row.group(1) and len(set(value)) == 1
                   for value in given)
    more = re.fullmatch(r"(\w+) ([+-]) (\d+)", rest)
    if more:
        others = state.iterations.get(more.group(1)) if root not in names else [names.get(state.root(more.group(1)))]
        by = int(more.group(3)) * (1 if more.group(2) == "+" else -1)
        return all(b is None or int(a) == int(b) + by for a, b in zip(given, others or ()))
    some = re.fullmatch(r"some of (\w+)", rest)
    if some:
        return all(set(value) <= set(names[some.group(1)]) for value in given)
    iteration = re.fullmatch(r"(\w+) of every iteration(, in any order)?", rest)
    if iteration:
        values = state.iterations.get(iteration.group(1), [])
        return all(canonical(value, iteration.group(2)) == canonical(values, iteration.group(2)) for value in given)
    if rest.startswith("{"):
        members = [names.get(state.root(m)) for m in rest.partition("}")[0][1:].split(", ")]
        known = {m for m in members if m is not None}
        if not given:
            return True
        if rest.endswith("in any order") or len(members) == 1:
            return known <= set(given[0]) and len(set(given[0]) - known) <= members.count(None)
        return len(members) == len(given[0]) and all(m is None or m == v for m, v in zip(members, given[0]))
    return all(value == content(rest) for value in given)


def is_instance(template, run):
    for state in follow(State(template, run), template.body, 0):
        if state.at != len(run.steps) or state.rolled_back != run.rolled_back:
            continue
        broken = [(name, rest) for name, rest in template.rules if not holds(state, name, rest)]
        if not broken:
            return True
        FAILED.extend(f"{name} = {rest} does not hold" for name, rest in broken)
    return False


FAILED = []
