#!/usr/bin/env python3
"""Makes the folders that scripts/coverage.py measures for docs/coverage.md from
clones of the projects, which docs/coverage.md lists: CLONES/dbt2, CLONES/pgmq, …

Most files are copied. Where SQL stands in another language it is cut out: from
Tcl (HammerDB), from shell (tables of DBT-2 and DBT-5), from Java (BenchBase, one
transaction a procedure class), and from calls of xTuple's own functions that make
tables. A project whose clone is missing is left out.

usage: coverage-projects.py CLONES OUT
"""

import pathlib
import re
import sys

SQL_START = re.compile(r"\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|MERGE|CALL|LOCK)\b", re.IGNORECASE)


def write(folder, number, name, text):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{number:04}-{name}.sql").write_text(text)


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

LITERAL = r"(?:'((?:[^']|'')*)'|\$\$(.*?)\$\$|NULL)"


def literals(count):
    return r"\s*,\s*".join([LITERAL] * count)


def argument(found, number):
    return (found.group(2 * number + 1) or found.group(2 * number + 2) or "").replace("''", "'")


def xtuple_tables(text):
    """Its helper functions run ALTER TABLE from their arguments: the same as statements."""
    text = re.sub(r"xt\.create_table\(\s*" + literals(2) + r"\s*\)",
                  lambda f: f"CREATE TABLE IF NOT EXISTS {argument(f, 1)}.{argument(f, 0)} ()", text, flags=re.S | re.I)
    text = re.sub(r"xt\.add_column\(\s*" + literals(5) + r"\s*\)",
                  lambda f: f"ALTER TABLE {argument(f, 4)}.{argument(f, 0)} ADD COLUMN IF NOT EXISTS {argument(f, 1)} "
                            f"{argument(f, 2)} {argument(f, 3)}", text, flags=re.S | re.I)
    text = re.sub(r"xt\.add_constraint\(\s*" + literals(4) + r"\s*\)",
                  lambda f: f"ALTER TABLE {argument(f, 3)}.{argument(f, 0)} ADD CONSTRAINT {argument(f, 1)} "
                            f"{argument(f, 2)}", text, flags=re.S | re.I)
    text = re.sub(r"SELECT\s+(?=CREATE TABLE|ALTER TABLE)", "", text, flags=re.I)
    return re.sub(r"(ALTER TABLE[^;]*?),\s*(?=ALTER TABLE)", r"\1;\n", re.sub(
        r"(ADD CO[^;]*?),(\s*)(?=ALTER TABLE)", r"\1;\2", text))


def xtuple(clone, out):
    top = clone / "foundation-database"
    write(out, 0, "440_schema", (top / "440_schema.sql").read_text(errors="replace"))
    number = 1
    for folder in "types", "tables", "functions", "trigger_functions", "views":
        for path in sorted((top / "public" / folder).glob("*.sql")):
            write(out, number, f"{folder}-{path.stem}", xtuple_tables(path.read_text(errors="replace")))
            number += 1


# ------------------------------------------------------------ BenchBase --

def java_text(expression, constants):
    """A Java expression of literals, constants and .formatted(); None if it has anything else."""
    text, at, arguments = "", 0, []
    token = re.compile(r'\s*(?:"""(.*?)"""|"((?:\\.|[^"\\])*)"|([A-Za-z_][\w.]*)|([+(),]))', re.S)
    formatting = False
    while expression[at:].strip():
        found = token.match(expression, at)
        if not found:
            return None
        at = found.end()
        block, plain, name, mark = found.groups()
        if mark:
            continue
        if name in (".formatted", "formatted"):
            formatting = True
            continue
        if name and constants.get(name.split(".")[-1]) is None and not re.search(r"(?:[=,(]|LIMIT)\s*$", text, re.I):
            return None  # else a number: an enum's ordinal, a limit
        value = constants.get(name.split(".")[-1], "1") if name else block if block is not None else plain
        value = value.replace("\\n", "\n").replace('\\"', '"')
        if formatting:
            arguments.append(value)
        else:
            text += value
    return text % tuple(arguments) if formatting and text.count("%s") == len(arguments) else text


def java_constants(folder):
    found = {}
    for path in sorted(folder.rglob("*.java")):
        source = path.read_text(errors="replace")
        for name, value in re.findall(r'\bString (\w+)\s*=\s*((?:"[^"]*"|[\w.+\s])*);', source):
            text = java_text(value, found)
            if text is not None:
                found[name] = text
    return found


def statements_of(source, constants):
    for found in re.finditer(r"new SQLStmt\s*\(", source):
        depth, end = 1, found.end()
        while depth and end < len(source):
            literal = re.compile(r'"""(?:.*?)"""|"(?:\\.|[^"\\])*"', re.S).match(source, end)
            if literal:
                end = literal.end()
                continue
            depth += {"(": 1, ")": -1}.get(source[end], 0)
            end += 1
        expression = re.sub(r"\)\s*\.formatted\(", ".formatted(", source[found.end():end - 1]).replace(".formatted", " formatted")
        text = java_text(expression, constants)
        if text and SQL_START.match(text):
            yield re.sub(r"%s|%d", "1", text).strip().rstrip(";")
        else:
            print("left out:", " ".join(source[found.start():end].split())[:100], file=sys.stderr)


def benchbase(clone, out):
    resources = clone / "src/main/resources/benchmarks"
    for folder in sorted((clone / "src/main/java/com/oltpbenchmark/benchmarks").iterdir()):
        ddl = [p for p in (resources / folder.name / f"ddl-{kind}.sql" for kind in ("postgres", "generic")) if p.exists()]
        if not ddl:
            continue
        constants, transactions = java_constants(folder), []
        for path in sorted((folder / "procedures").glob("*.java")) or sorted(folder.glob("queries/*.java")):
            statements = list(statements_of(path.read_text(errors="replace"), constants))
            if statements:
                transactions.append(f"-- name: {path.stem}\nBEGIN;\n" + ";\n".join(statements) + ";\nCOMMIT;\n")
        if transactions:
            tables = ddl[:1] + [resources / "tpcc/ddl-postgres.sql"] * (folder.name == "chbenchmark")  # has them, too
            write(out / folder.name, 0, "ddl", "\n".join(path.read_text(errors="replace") for path in tables))
            write(out / folder.name, 1, "procedures", "\n".join(transactions))


# -------------------------------------------------------------- the rest --

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
    "pgmq": lambda clone, out: copy(out / "pgmq", [clone / "pgmq-extension/sql/pgmq.sql"]),
    "worker": lambda clone, out: copy(out / "graphile-worker", sorted((clone / "sql").glob("*.sql"))),
    "procrastinate": lambda clone, out: copy(out / "procrastinate", [clone / "procrastinate/sql/schema.sql"]),
    "message-db": lambda clone, out: message_db(clone, out / "message-db"),
    "pgledger": lambda clone, out: copy(out / "pgledger", [clone / "pgledger.sql"]),
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
    return 0


if __name__ == "__main__":
    sys.exit(main())
