#!/usr/bin/env python3
"""Makes the folders that scripts/coverage.py measures for docs/coverage.md from
clones of the projects, which docs/coverage.md lists: CLONES/dbt2, CLONES/pgmq, …

Most files are copied. Where SQL stands in another language it is cut out: from
Tcl (HammerDB), from shell (tables of DBT-2 and DBT-5), from Java (BenchBase, one
transaction a procedure class, with its dialect's texts), from Python (DBOS's migrations), and from calls of
xTuple's own functions that make tables. pgbench prints its scripts itself. A project whose clone is missing is left out.

usage: coverage-projects.py CLONES OUT
"""

import ast
import pathlib
import re
import shutil
import subprocess
import sys
from xml.etree import ElementTree

SQL_START = re.compile(r"\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|MERGE|CALL|LOCK)\b", re.IGNORECASE)


def write(folder, number, name, text):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{number:04}-{name}.sql").write_text(text)
    (folder / "order").write_text("*.sql\n")  # by number, whatever the names say


def copy(folder, paths, first=0):
    for number, path in enumerate(paths, first):
        write(folder, number, path.stem, path.read_text(errors="replace"))


# ------------------------------------------------------------- HammerDB --

def braced(text, at):
    """The text in the Tcl braces that open at this place."""
    depth, end = 0, at
    while True:
        if text[end] == "\\":
            end += 1
        elif text[end] in "{}":
            depth += 1 if text[end] == "{" else -1
            if depth == 0:
                return text[at + 1:end]
        end += 1


def hammerdb(clone, out):
    text = (clone / "src/postgresql/pgoltp.tcl").read_text(errors="replace")
    tables = re.findall(r'set sql\(\d+\)\s*"(CREATE TABLE [^"]*)"', text)
    tables += re.findall(r'set sql\(\d+\)\s*"(CREATE (?:UNIQUE )?INDEX [^"]*)"', text)
    schema = {}
    for statement in tables:
        if "VARCHAR2" in statement or " NUMBER" in statement:
            continue  # for Oracle's dialect
        statement = re.sub(r"\$\w+", "", re.sub(r"\s*(PARTITION BY HASH|WITH \(fillfactor).*", "", statement, flags=re.S))
        schema.setdefault(statement.split("(")[0].lower().strip(), statement)
    groups = []
    for found in re.finditer(r"set sql\((\d)\) ?\{\s*CREATE OR REPLACE", text):
        if found.group(1) == "1":
            groups.append([])
        groups[-1].append(braced(text, text.index("{", found.start())).strip().rstrip(";") + ";\n")
    for kind, wanted in ("procedures", "PROCEDURE NEWORD"), ("functions", "FUNCTION NEWORD"):
        for group in groups:
            if wanted in "".join(group) and " IS\n" not in "".join(group):
                write(out / f"hammerdb-{kind}", 0, "schema", ";\n".join(schema.values()) + ";\n")
                write(out / f"hammerdb-{kind}", 1, kind, "\n".join(group))


# --------------------------------------------------------- DBT-2, DBT-5 --

def shell_tables(path):
    text = re.sub(r"^--.*$", "", path.read_text(), flags=re.M)
    statements = re.findall(r"^\s*\"?((?:CREATE|ALTER) (?:TABLE|DOMAIN|(?:UNIQUE )?INDEX)\s[^\";]*);", text, re.M)
    return "\n".join(re.sub(r"\$\{?\w+\}?", "", statement).rstrip() + ";" for statement in statements)


def dbt(clone, out, *schema):
    write(out, 0, "schema", "\n".join(shell_tables(clone / path) for path in schema))
    copy(out, sorted((clone / "storedproc/pgsql/pgsql").glob("*.sql")), 1)


# --------------------------------------------------------------- xTuple --

TOKEN = re.compile(r"--[^\n]*|/\*.*?\*/|\$(\w*)\$.*?\$\1\$|'(?:''|[^'])*'|\"[^\"]*\"|\w+|\s+|.", re.DOTALL)
HELPERS = {  # with what stands for arguments left out
    "create_table": [None, "xt", "", ""],
    "add_column": [None, None, None, "", "xt", ""],
    "add_constraint": [None, None, None, "xt"],
    "create_view": [None, None, "true"],
}


def cut_statements(text):
    """The statements, each as its tokens."""
    tokens = []
    for found in TOKEN.finditer(text):
        tokens.append(found.group())
        if tokens[-1] == ";":
            yield tokens
            tokens = []
    yield tokens


def helper_calls(tokens):
    """The calls of helpers in a SELECT, as name and arguments; a NULL is an empty text."""
    words = [t for t in tokens if not (t.isspace() or t.startswith(("--", "/*")))]
    if not words or words[0].upper() != "SELECT":
        return
    for at in range(len(words) - 3):
        if words[at].lower() == "xt" and words[at + 1] == "." and words[at + 2] in HELPERS and words[at + 3] == "(":
            given = []
            for word in words[at + 4:]:
                if word == ")":
                    break
                if word.lower() in ("true", "false"):
                    given.append(word.lower())
                elif word != ",":
                    quoted = re.fullmatch(r"\$(\w*)\$(.*)\$\1\$", word, re.DOTALL)
                    given.append(quoted.group(2) if quoted else word[1:-1].replace("''", "'") if word[0] == "'" else "")
            yield words[at + 2], given + HELPERS[words[at + 2]][len(given):]


def xtuple_tables(text, constraints):
    """Its helper functions run DDL that is made of their arguments: the same as statements. None of them changes what
    is there already, constraints that the schema has by this name among them."""
    out = []
    for tokens in cut_statements(text):
        calls = list(helper_calls(tokens))
        for name, given in calls:
            if name == "create_view":
                out.append(f"CREATE OR REPLACE VIEW {given[0]} AS {given[1]};\n")
                for event in ("INSERT", "UPDATE", "DELETE") if given[2] == "true" else ():
                    out.append(f"CREATE OR REPLACE RULE _{event} AS ON {event} TO {given[0]} DO INSTEAD NOTHING;\n")
                continue
            table = f"{given[{'create_table': 1, 'add_column': 4, 'add_constraint': 3}[name]]}.{given[0]}"
            if name == "create_table":
                parent = f" INHERITS ({given[3]})" if given[3] else ""
                out.append(f"CREATE TABLE IF NOT EXISTS {table} (){parent};\n")
            elif name == "add_column":
                out.append(f"ALTER TABLE {table} ADD COLUMN IF NOT EXISTS {given[1]} {given[2]} {given[3]};\n")
            elif given[1] not in constraints:
                constraints.add(given[1])
                out.append(f"ALTER TABLE {table} ADD CONSTRAINT {given[1]} {given[2]};\n")
        if not calls:
            out.append("".join(tokens))
    return "".join(out)


def xtuple(clone, out):
    top = clone / "foundation-database"
    schema = (top / "440_schema.sql").read_text(errors="replace")
    constraints = set(re.findall(r"ADD CONSTRAINT \"?(\w+)", schema) + re.findall(r"^\s+CONSTRAINT \"?(\w+)", schema, re.M))
    write(out, 0, "440_schema", schema)
    number = 1
    for folder in "types", "tables", "functions", "trigger_functions", "views":
        for path in sorted((top / "public" / folder).glob("*.sql")):
            write(out, number, f"{folder}-{path.stem}", xtuple_tables(path.read_text(errors="replace"), constraints))
            number += 1


# ------------------------------------------------------------ BenchBase --

JAVA = re.compile(r'\s+|//[^\n]*|/\*.*?\*/|"""(?P<block>.*?)"""|"(?P<plain>(?:\\.|[^"\\])*)"|(?P<name>\.?[A-Za-z_][\w.]*)'
                  r'|(?P<number>\d+)|(?P<mark>.)', re.S)


class Java:
    """Expressions of literals, constants, +, String.format(), .formatted() and StringUtil.join(); None for all else."""

    def __init__(self, source, at, constants):
        self.source, self.at, self.constants = source, at, constants
        self.step()

    def step(self):
        while True:
            found = JAVA.match(self.source, self.at)
            self.at = found.end() if found else len(self.source)
            self.found = found.groupdict() if found else {"mark": ""}
            if not found or found.lastgroup:
                return

    def mark(self, text):
        if self.found.get("mark") != text:
            return False
        self.step()
        return True

    def arguments(self):
        """The arguments after an opening parenthesis."""
        given = []
        while not self.mark(")") and self.found.get("mark") != "":
            given.append(self.text())
            if not self.mark(",") and self.found.get("mark") != ")":
                return [None] if self.skip() else []
        return given

    def skip(self):
        """Moves past the closing parenthesis."""
        depth = 1
        while depth and self.found.get("mark") != "":
            depth += {"(": 1, ")": -1}.get(self.found.get("mark"), 0)
            self.step()
        return True

    def call(self, name, given):
        if name == "String.format":
            return formatted(given[0], given[1:])
        if name == "StringUtil.join" and len(given) == 2 and isinstance(given[1], list):
            return given[0].join(given[1])
        return None

    def term(self):
        found = self.found
        self.step()
        if found.get("mark") == "(":
            value = self.arguments()[0]
        elif found.get("name"):
            name = found["name"]
            value = (self.call(name, self.arguments()) if self.mark("(") else self.constants.get(name.split(".")[-1]))
        else:
            value = next((found[k] for k in ("block", "plain", "number") if found.get(k) is not None), None)
            value = value and value.replace("\\n", "\n").replace('\\"', '"')
        while (self.found.get("name") or "").startswith("."):
            method = self.found["name"]
            self.step()
            given = self.arguments() if self.mark("(") else []
            value = formatted(value, given) if method == ".formatted" else value if method == ".trim" else None
        return value

    def text(self):
        whole = self.term()
        while self.mark("+"):
            value = self.term()
            if value is None and isinstance(whole, str) and re.search(r"(?:[=,(]|LIMIT)\s*$", whole, re.I):
                value = "1"  # a number: an enum's ordinal, a limit
            whole = whole + value if isinstance(whole, str) and isinstance(value, str) else None
        return whole


def formatted(text, given):
    if not isinstance(text, str) or not all(isinstance(v, str) for v in given) or text.count("%s") != len(given):
        return None
    return text % tuple(given)


def java_constants(paths, found):
    for path in paths:
        source = path.read_text(errors="replace")
        for definition in re.finditer(r"\bString(\[\])? (\w+)\s*=(?!=)\s*(\{[^{}]*\})?", source):
            array, name, items = definition.groups()
            value = re.findall(r'"([^"]*)"', items) if items else Java(source, definition.end(), found).text()
            if value is not None and not re.search(rf"^\s*{name}\s*\+?= ", source, re.M):
                found[name] = value
    return found


def dialect(folder):
    """The statements that are another text for PostgreSQL, by procedure and name."""
    path = folder / "dialect-postgres.xml"
    if not path.exists():
        return {}
    return {(procedure.get("name"), statement.get("name")): statement.text or ""
            for procedure in ElementTree.parse(path).iter("procedure") for statement in procedure.iter("statement")}


def statements_of(path, constants, other):
    source = path.read_text(errors="replace")
    constants = java_constants([path], dict(constants))
    for found in re.finditer(r"(\w+)\s*=\s*new SQLStmt\s*\(", source):
        given = Java(source, found.end(), constants).arguments()
        text = other.get((path.stem, found.group(1)), given[0] if given else None)
        if isinstance(text, str) and re.match(r"\s*(?:CREATE|DROP) VIEW\b", text, re.I):
            yield re.sub(r"(date )?\?", r"\1'1997-01-01'", text, flags=re.I).strip().rstrip(";")
        elif isinstance(text, str) and SQL_START.match(text):
            yield re.sub(r"%s|%d", "1", text.replace("??", "?, ?, ?")).strip().rstrip(";")
        else:
            print(f"left out: {path.name}: {' '.join(source[found.start():found.end() + 80].split())}", file=sys.stderr)


def transaction(name, statements):
    """A view that the class creates and drops around its query is made before it: its text has values put in."""
    views = [s for s in statements if re.match("CREATE", s, re.I)]
    inside = [s for s in statements if SQL_START.match(s)]
    return "".join(s + ";\n" for s in views) + f"-- name: {name}\nBEGIN;\n" + ";\n".join(inside) + ";\nCOMMIT;\n"


def benchbase(clone, out):
    resources = clone / "src/main/resources/benchmarks"
    for folder in sorted((clone / "src/main/java/com/oltpbenchmark/benchmarks").iterdir()):
        ddl = [p for p in (resources / folder.name / f"ddl-{kind}.sql" for kind in ("postgres", "generic")) if p.exists()]
        if not ddl:
            continue
        constants, other = java_constants(sorted(folder.rglob("*Constants.java")), {}), dialect(resources / folder.name)
        transactions = []
        for path in sorted((folder / "procedures").glob("*.java")) or sorted(folder.glob("queries/*.java")):
            statements = list(statements_of(path, constants, other))
            if any(map(SQL_START.match, statements)):
                transactions.append(transaction(path.stem, statements))
        if transactions:
            tables = ddl[:1] + [resources / "tpcc/ddl-postgres.sql"] * (folder.name == "chbenchmark")  # has them, too
            write(out / folder.name, 0, "ddl", "\n".join(path.read_text(errors="replace") for path in tables))
            write(out / folder.name, 1, "procedures", "\n".join(transactions))


# ----------------------------------------------------------------- DBOS --

def python_text(node, names):
    """What an expression of literals and of these names says; None for all else."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        parts = [python_text(v.value if isinstance(v, ast.FormattedValue) else v, names) for v in node.values]
        return None if None in parts else "".join(parts)
    return names.get(node.id) if isinstance(node, ast.Name) else None


def python_block(statements, names, out):
    """The texts that a function returns: `migration = f"…"`, `migration += f"…"`, if of a flag, return."""
    for statement in statements:
        if isinstance(statement, (ast.Assign, ast.AugAssign)):
            target = statement.target if isinstance(statement, ast.AugAssign) else statement.targets[0]
            text = python_text(statement.value, names)
            if text is not None:
                names[target.id] = names.get(target.id, "") + text if isinstance(statement, ast.AugAssign) else text
        elif isinstance(statement, ast.If):
            negated = isinstance(statement.test, ast.UnaryOp)
            name = statement.test.operand.id if negated else statement.test.id
            taken = (name == "use_listen_notify") != negated  # the default; is_cockroach is not
            if python_block(statement.body if taken else statement.orelse, names, out):
                return True
        elif isinstance(statement, ast.Return):
            out.append(python_text(statement.value, names) or "")
            return True
    return False


def dbos(clone, out):
    texts = []
    for function in ast.parse((clone / "dbos/_migration.py").read_text()).body:
        if isinstance(function, ast.FunctionDef) and function.name.startswith("get_dbos_migration_"):
            python_block(function.body, {"quoted_schema": '"dbos"', "c": ""}, texts)
    write(out, 0, "migrations", "CREATE SCHEMA dbos;\n" + "".join(t.strip().rstrip(";") + ";\n" for t in texts if t.strip()))


# -------------------------------------------------------------- the rest --

def as_it_is(clone, out, arguments, *patterns):
    """Files in their folders, and what is typed there."""
    for path in (p for pattern in patterns for p in sorted(clone.glob(pattern))):
        (out / path.relative_to(clone)).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, out / path.relative_to(clone))
    (out / "arguments").write_text(arguments + "\n")


PGBENCH_TABLES = """CREATE TABLE pgbench_history(tid int,bid int,aid int,delta int,mtime timestamp,filler char(22));
CREATE TABLE pgbench_tellers(tid int not null,bid int,tbalance int,filler char(84));
CREATE TABLE pgbench_accounts(aid int not null,bid int,abalance int,filler char(84));
CREATE TABLE pgbench_branches(bid int not null,bbalance int,filler char(88));
ALTER TABLE pgbench_branches ADD PRIMARY KEY (bid);
ALTER TABLE pgbench_tellers ADD PRIMARY KEY (tid);
ALTER TABLE pgbench_accounts ADD PRIMARY KEY (aid);
"""  # what pgbench -i runs


def pgbench(program, out):
    write(out, 0, "tables", PGBENCH_TABLES)
    for number, script in enumerate(("tpcb-like", "simple-update", "select-only"), 1):
        shown = subprocess.run([program, f"--show-script={script}"], capture_output=True, text=True, check=True)
        write(out, number, script, shown.stdout or shown.stderr)
    (out / "arguments").write_text("--implicit " + " ".join(p.name for p in sorted(out.glob("*.sql"))) + "\n")


def ledgersmb(clone, out):
    paths = [clone / "sql/Pg-database.sql"]
    for folder in "changes", "modules":  # "!" before a change: it may fail
        order = (clone / "sql" / folder / "LOADORDER").read_text().split("\n")
        paths += [clone / "sql" / folder / line.strip().lstrip("!") for line in order if line and line[0] != "#"]
    copy(out, [path for path in paths if path.is_file()])


def message_db(clone, out):
    paths = [path for folder in ("types", "tables", "functions", "views", "indexes")
             for path in sorted((clone / "database" / folder).glob("*.sql"))]
    copy(out, paths)


def specs(clone, out):
    out.mkdir(parents=True, exist_ok=True)
    for path in sorted((clone / "src/test/isolation/specs").glob("*.spec")):
        (out / path.name).write_text(path.read_text())


PROJECTS = {
    "HammerDB": lambda clone, out: hammerdb(clone, out),
    "dbt2": lambda clone, out: dbt(clone, out / "dbt2", "src/scripts/pgsql/dbt2-pgsql-create-tables",
                                   "src/scripts/pgsql/dbt2-pgsql-create-indexes"),
    "dbt5": lambda clone, out: dbt(clone, out / "dbt5", "scripts/pgsql/dbt5-pgsql-create-tables.in",
                                   "scripts/pgsql/dbt5-pgsql-create-indexes.in"),
    "dbos": lambda clone, out: dbos(clone, out / "dbos"),
    "hatchet": lambda clone, out: as_it_is(clone, out / "hatchet", "--implicit pkg/repository/sqlcv1/sqlc.yaml",
                                           "sql/schema/*.sql", "pkg/repository/sqlcv1/*.sql",
                                           "pkg/repository/sqlcv1/sqlc.yaml"),
    "river": lambda clone, out: as_it_is(clone, out / "river", "--implicit riverdriver/riverpgxv5/internal/dbsqlc/sqlc.yaml",
                                         "riverdriver/riverpgxv5/internal/dbsqlc/*.sql",
                                         "riverdriver/riverpgxv5/internal/dbsqlc/sqlc.yaml"),
    "pgflow": lambda clone, out: copy(out / "pgflow", sorted((clone / "pkgs/core/schemas").glob("*.sql"))),
    "PolinB": lambda clone, out: copy(out / "polinb", sorted((clone / "hw9").glob("*.sql"),
                                                             key=lambda path: (path.stem != "create_db", path.name))),
    "pgmq": lambda clone, out: copy(out / "pgmq", [clone / "pgmq-extension/sql/pgmq.sql"]),
    "worker": lambda clone, out: copy(out / "graphile-worker", sorted((clone / "sql").glob("*.sql"))),
    "procrastinate": lambda clone, out: copy(out / "procrastinate", [clone / "procrastinate/sql/schema.sql"]),
    "message-db": lambda clone, out: message_db(clone, out / "message-db"),
    # Numbers are drawn by functions that it takes from elsewhere.
    "pgledger": lambda clone, out: copy(out / "pgledger", [*sorted((clone / "vendor").rglob("*.sql")), clone / "pgledger.sql"]),
    "xtuple": lambda clone, out: xtuple(clone, out / "xtuple"),
    "LedgerSMB": lambda clone, out: ledgersmb(clone, out / "ledgersmb"),
    "postgres": lambda clone, out: specs(clone, out / "postgresql-isolation"),
    "benchbase": lambda clone, out: benchbase(clone, out / "benchbase"),
}


def main():
    if len(sys.argv) != 3:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    clones, out = map(pathlib.Path, sys.argv[1:])
    for name, make in PROJECTS.items():
        if (clones / name).is_dir():
            make(clones / name, out)
        else:
            print(f"no clone of {name}", file=sys.stderr)
    program = shutil.which("pgbench") or next(map(str, sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/pgbench"))), None)
    if program:
        pgbench(program, out / "pgbench")
    else:
        print("no pgbench", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
