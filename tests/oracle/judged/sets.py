"""A set of programs as the judge runs it: SQL, calls, rows.

A generator (generate_NAME.py) has draw(r), r a random.Random, which gives a dictionary:

    sql      CREATE statements ('@socket' is where the server listens), and transactions between "-- name: x", BEGIN and COMMIT, which
             may have \\gset (after SELECT … AS x) and :x, :'x' and :"x". /*P*/ in a body of PL/pgSQL is a
             place where the session may pause; /*C*/ one right after a COMMIT or ROLLBACK. A transaction may pause between
             its statements.
    init     statements run before each execution, in tables that are empty
    calls    clients: lists of calls, one a session: "SELECT f(3)", "CALL p(1, 0)", "x(1, 'a')" for a transaction (its
             arguments stand for $1, $2 … in each statement), or a list of statements
    levels   of PostgreSQL's three; without it all
    view     {table: query} where not the whole table counts
    ignore   tables that do not count
    fresh    True: the schema is loaded again before each execution
    failing  True: syntax errors and the like (SQLSTATE 42…) are results as others are
    own_levels  True: the programs set levels, so that serial orders are run at the level that is judged, too
    roles    that there must be
    options  of isoproof analyze
    assumes  True: a verdict of safe that declares an assumption about outcomes is not held against the server
"""
import importlib
import pathlib
import re

from stage import Unexpected

LEVELS = ("read-committed", "repeatable-read", "serializable")
SHORT = {"rc": "read-committed", "rr": "repeatable-read", "ser": "serializable"}
HERE = pathlib.Path(__file__).resolve().parent
TRANSACTION = re.compile(r"^-- name: (\w+)[^\n]*\n((?:--[^\n]*\n)*)(BEGIN|START TRANSACTION)\b([^;]*);(.*?)^(COMMIT|END);[^\n]*$",
                         re.S | re.M | re.I)


def generators():
    return sorted(path.stem.removeprefix("generate_") for path in HERE.glob("generate_*.py"))


def generator(name):
    return importlib.import_module(f"generate_{name}").draw


def split(text, separator):
    """At separators outside of parentheses and quotes."""
    parts, depth, quoted, start, i = [], 0, False, 0, 0
    while i < len(text):
        c = text[i]
        if c == "'":
            quoted = not quoted
        elif not quoted and c in "([":
            depth += 1
        elif not quoted and c in ")]":
            depth -= 1
        elif not quoted and not depth and text.startswith(separator, i):
            parts.append(text[start:i])
            start = i + len(separator)
        i += 1
    return [part.strip() for part in [*parts, text[start:]] if part.strip()]


class Set:
    def __init__(self, drawn):
        self.text = drawn["sql"]
        self.init = "; ".join(statement.rstrip("; \n") for statement in drawn.get("init", []) if statement.strip(" ;\n"))
        self.levels = [level for level in LEVELS if level in drawn.get("levels", LEVELS)]
        self.view, self.ignore = drawn.get("view", {}), drawn.get("ignore", [])
        self.fresh, self.failing = drawn.get("fresh", False), drawn.get("failing", False)
        self.roles = drawn.get("roles", [])
        self.options = drawn.get("options", [])
        self.assumes = drawn.get("assumes", False)
        self.own_levels = drawn.get("own_levels", False)
        self.transactions = {}
        for found in TRANSACTION.finditer(self.text):
            body = re.sub(r"(\\gset)[ \t]*\n", r"\1;\n", re.sub(r"--[^\n]*", "", found[5]))
            self.transactions[found[1]] = [f"BEGIN{found[4]}", *split(body, ";"), "COMMIT"]
        self.schema = TRANSACTION.sub("", self.text)
        self.clients = [[self.steps(call) for call in client] for client in drawn["calls"]]
        self.called = [[self.program_of(call) for call in client] for client in drawn["calls"]]

    def programs(self):
        return len(self.transactions) + len(re.findall(r"CREATE (?:OR REPLACE )?(?:FUNCTION|PROCEDURE) (\w+)", self.schema, re.I))

    def steps(self, call):
        """The statements of a call."""
        if not isinstance(call, str):
            return list(call)
        name, _, rest = call.partition("(")
        if name.strip() not in self.transactions:
            return [call]
        arguments = split(rest.rstrip()[:-1], ",") if rest else []
        return [re.sub(r"\$(\d+)", lambda m: arguments[int(m[1]) - 1], statement) for statement in self.transactions[name.strip()]]

    def program_of(self, call):
        """The program that a call runs, by name; None: not known."""
        names = re.findall(r"(\w+)\s*\(", call) if isinstance(call, str) else []
        routines = re.findall(r"CREATE (?:OR REPLACE )?(?:FUNCTION|PROCEDURE) (\w+)", self.schema, re.I)
        return next((name for name in names if name in self.transactions or name in routines), None)

    def loaded(self):
        """What a server is given: the pauses are calls that change neither FOUND nor ROW_COUNT. What goes on after a pause between
        transactions begins another one, of the same level: the pause itself has taken a snapshot."""
        text = re.sub(r"/\*P\*/|^[ \t]*--@[ \t]*$", "ASSERT public.pause_('P');", self.schema, flags=re.M)
        # Another session in the file's own terms: its settings and roles are those that it begins with.
        again = re.sub(r"^\\c(?:onnect)? - (\w+)$", r"RESET ALL; SET SESSION AUTHORIZATION \1;", text, flags=re.M)
        again = re.sub(r"^(\\c(onnect)? -|DISCARD ALL;)$", "RESET ALL; RESET SESSION AUTHORIZATION;", again, flags=re.M)
        if re.search(r"^(SET|RESET|SELECT set_config)\b.*(search_path|ROLE|'role'|AUTHORIZATION)", again, flags=re.M):
            again += "\nRESET ALL; RESET SESSION AUTHORIZATION; RESET ROLE;"
        return again.replace("/*C*/", "ASSERT public.pause_('C'); COMMIT AND CHAIN;")


def case(path):
    """A file whose comments say what is run (--! run: A || B, --! init:, --! view: t=>query, --! ignore: t, --! levels: rc rr ser,
    --! assumes, --! fresh; or --@run A | B, --@init, --@levels)."""
    text = pathlib.Path(path).read_text(encoding="utf-8")
    drawn = {"sql": re.sub(r"^--(!|@\w).*\n?", "", text, flags=re.M), "init": [], "calls": [], "view": {}, "ignore": []}
    for mark, word, rest in re.findall(r"^--([!@]) ?(\w+):? ?(.*)$", text, flags=re.M):
        if word == "init":
            drawn["init"] += split(rest, ";")
        elif word == "run":
            drawn["calls"].append([called(call, text) for call in split(rest, "||" if mark == "!" else "|")])
        elif word == "view":
            table, _, query = rest.partition("=>")
            drawn["view"][table] = query
        elif word == "ignore":
            drawn["ignore"] += rest.split()
        elif word == "levels":
            drawn["levels"] = [SHORT[level] for level in rest.split()]
        elif word in ("assumes", "fresh"):
            drawn[word] = True
    if not drawn["calls"]:
        raise Unexpected("no comment says what is run: --! run: A || B")
    drawn["fresh"] = drawn.get("fresh", False) or bool(re.search(r"^(\s*)(ALTER|DROP|CREATE OR REPLACE|CREATE TABLE \w+ \(x)", "".join(drawn["init"])))
    return Set(drawn)


def called(call, text):
    """f(1) is SELECT f(1) where f is a function."""
    name = call.partition("(")[0].strip()
    if re.search(rf"CREATE (OR REPLACE )?FUNCTION {name}\b", text, re.I):
        return f"SELECT {call}" if "(" in call else f"SELECT {call}()"
    return call
