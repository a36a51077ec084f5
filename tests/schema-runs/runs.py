"""Random files whose routines and DO blocks change the schema, read by isoproof and run by PostgreSQL: where isoproof
assumes nothing of what they do, the same tables have the same columns.

usage: runs.py FILES [SEED]
"""
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import postgresql  # noqa: E402 pylint: disable=wrong-import-position

ISOPROOF = os.environ.get("ISOPROOF", "isoproof")
TABLES = [f"t{n}" for n in range(1, 6)] + [f"T{n}" for n in range(1, 3)] + ["t12", "t21"]
COLUMNS = ["a", "b", "c1", "c2"]


class Body:
    """Statements in PL/pgSQL over s (text), n (integer), list (text[]), f (boolean) and loops' variables."""

    def __init__(self, rng, callees):
        self.rng, self.callees, self.loops = rng, callees, 0

    def number(self):
        return self.rng.choice(["n", "1", "2", "n + 1", "3 - 1", "2 * 1", "n - 1"])

    def name(self, extra=()):
        """An expression whose value is mostly a table's name."""
        plain = ["s", "'t' || n", "'t' || 1", "'t2'", "lower('T3')", "format('t%s', n)", "concat('t', 4)", "'t' || (n + 1)",
                 "replace('x5', 'x', 't')", "coalesce(s, 't1')", "CASE WHEN f THEN 't1' ELSE 't2' END", "list[1]", "upper('t1')"]
        return self.rng.choice(plain + list(extra) * 3)

    def change(self, extra):
        name, column = self.name(extra), self.rng.choice(COLUMNS)
        return self.rng.choice([
            f"EXECUTE format('CREATE TABLE IF NOT EXISTS %I (a int)', {name});",
            f"EXECUTE 'CREATE TABLE IF NOT EXISTS ' || quote_ident({name}) || ' (a int, b int)';",
            f"EXECUTE format('ALTER TABLE IF EXISTS %I ADD COLUMN IF NOT EXISTS %I int', {name}, '{column}');",
            f"EXECUTE 'ALTER TABLE IF EXISTS ' || quote_ident({name}) || ' DROP COLUMN IF EXISTS {column}';",
            f"EXECUTE format('DROP TABLE IF EXISTS %I', {name});",
            f"EXECUTE 'CREATE TABLE IF NOT EXISTS ' || {name} || ' (c1 int); ALTER TABLE ' || {name} || "
            "' ADD COLUMN IF NOT EXISTS c2 int';",
            f"CREATE TABLE IF NOT EXISTS {self.rng.choice(TABLES).lower()} (b int);",
            f"DROP TABLE IF EXISTS {self.rng.choice(TABLES).lower()};",
            f"ALTER TABLE IF EXISTS {self.rng.choice(TABLES).lower()} ADD COLUMN IF NOT EXISTS {column} int;"])

    def condition(self, extra):
        return self.rng.choice([f"n = {self.number()}", f"{self.name(extra)} = 't1'", "f", "NOT f", "s IN ('t1', 't2')", "n > 1",
                                f"{self.name(extra)} LIKE 't%'", "f AND n < 3", "s IS NULL", "s <> 't2' OR f",
                                "EXISTS (SELECT 1 FROM pg_class WHERE relname = 't1')", "s = ANY (list)"])

    def assignment(self, extra):
        return self.rng.choice([f"s := {self.name(extra)};", f"n := {self.number()};", "f := NOT f;",
                                f"f := {self.condition(extra)};", "list := ARRAY['t3', 't' || n];", "list := '{t1,t2}';",
                                "SELECT 't4' INTO s;", "n := n + 1;", f"s = s || {self.number()};"])

    def call(self, extra):
        if not self.callees:
            return self.change(extra)
        name = self.rng.choice(self.callees)
        args = self.rng.choice([f"{self.name(extra)}", f"{self.name(extra)}, {self.number()}", f"k => {self.number()}, r => 't1'",
                                f"r => {self.name(extra)}"])
        return self.rng.choice([f"PERFORM {name}({args});", f"n := {name}({args});", f"IF {name}({args}) = 1 THEN n := 2; END IF;"])

    def loop(self, depth, extra):
        self.loops += 1
        v = f"v{self.loops}"
        body = self.statements(depth + 1, extra + (v,))
        leave = self.rng.choice(["", "", "", f"EXIT WHEN {self.condition(extra)};", f"CONTINUE WHEN {self.condition(extra)};"])
        head = self.rng.choice([
            f"FOREACH {v} IN ARRAY list", f"FOREACH {v} IN ARRAY ARRAY['t1', 't2']",
            f"FOR {v} IN SELECT unnest(ARRAY['t3', 't1'])", f"FOR {v} IN SELECT x FROM unnest(list) AS x",
            f"FOR {v} IN SELECT q.x FROM (VALUES ('t1', 1), ('t2', 2)) AS q(x, y) WHERE q.y < {self.number()}",
            f"FOR {v} IN SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_name <> 't2'",
            f"FOR {v} IN SELECT c.table_name FROM information_schema.columns c WHERE c.column_name = 'b' "
            "AND c.table_schema = 'public'",
            f"FOR {v} IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename LIKE 't%'",
            f"FOR {v} IN SELECT 't' || g FROM generate_series(1, {self.number()}) AS g"])
        return f"{head} LOOP\n{leave}\n{body}\nEND LOOP;"

    def counted(self, depth, extra):
        self.loops += 1
        i = f"i{self.loops}"
        body = self.statements(depth + 1, extra + (f"'t' || {i}",))
        return f"FOR {i} IN {self.number()}..{self.number()} LOOP\n{body}\nEND LOOP;"

    def statement(self, depth, extra):
        kinds = [self.change] * 5 + [self.assignment] * 4 + [self.call] * 2
        pick = self.rng.random()
        if depth < 3 and pick < 0.15:
            other = f"ELSE\n{self.statements(depth + 1, extra)}\n" if self.rng.random() < 0.5 else ""
            return f"IF {self.condition(extra)} THEN\n{self.statements(depth + 1, extra)}\n{other}END IF;"
        if depth < 3 and pick < 0.28:
            return self.loop(depth, extra)
        if depth < 3 and pick < 0.33:
            return self.counted(depth, extra)
        if pick < 0.36:
            return self.rng.choice(["RETURN 1;", f"IF {self.condition(extra)} THEN RETURN 2; END IF;"])
        return self.rng.choice(kinds)(extra)

    def statements(self, depth, extra):
        return "\n".join(self.statement(depth, extra) for _ in range(self.rng.randint(1, 4 - min(depth, 2))))

    def text(self, result):
        body = self.statements(0, ())
        loops = "".join(f"v{n} text; " for n in range(1, self.loops + 1))
        returned = "RETURN 0;" if result else ""
        body = body if result else body.replace("RETURN 1;", "RETURN;").replace("RETURN 2;", "RETURN;")
        start = {"s": self.rng.choice(["'t1'", "'t2'"]), "n": self.rng.choice("123"), "f": self.rng.choice(["true", "false"]),
                 "list": self.rng.choice(["ARRAY['t1', 't3']", "'{t2}'"])}
        if result:
            start["s"], start["n"] = "r", "k"
        return (f"DECLARE s text := {start['s']}; n int := {start['n']}; f boolean := {start['f']}; "
                f"list text[] := {start['list']}; {loops}\nBEGIN\n{body}\n{returned}\nEND")


def made_file(rng):
    parts, callees = ["CREATE TABLE t1 (a int);\nCREATE TABLE t2 (b int, c1 int);\n"], []
    for number in range(rng.randint(0, 3)):
        parts.append(f"CREATE FUNCTION f{number}(r text, k int DEFAULT 2) RETURNS int LANGUAGE plpgsql AS $$\n"
                     f"{Body(rng, callees).text(True)} $$;\n")
        callees = callees + [f"f{number}"]
    for _ in range(rng.randint(1, 3)):
        name = rng.choice(callees) if callees else None
        parts.append(rng.choice([
            f"DO $$\n{Body(rng, callees).text(False)} $$;\n",
            *([f"SELECT {name}('t1');\n", f"SELECT {name}('t2', 1), {name}('t3');\n",
               f"SELECT {name}(x.y, x.z) FROM (VALUES ('t1', 1), ('t4', 2)) AS x(y, z) WHERE x.z > 0;\n",
               f"BEGIN;\nSELECT {name}(k => 3, r => 't5');\nCOMMIT;\n", f"BEGIN;\nSELECT {name}('t3');\nROLLBACK;\n",
               f"SELECT {name}(g.relname::text) FROM pg_class g WHERE g.relkind = 'r' AND g.relname IN ('t1', 't2');\n",
               f"CREATE TABLE filled{rng.randint(1, 9999)} AS SELECT {name}('t2');\n"] if name else [])]))
    return "".join(parts)


def columns_in_server(server, text):
    """(table, column) pairs of the file's tables; None: PostgreSQL refuses something of it."""
    reset = "DROP SCHEMA public CASCADE;\nCREATE SCHEMA public;\n"
    _, errors, status = server.psql(reset + text, "-v", "ON_ERROR_STOP=1", "-o", "/dev/null")
    if status != 0:
        return None, errors
    out, _, _ = server.psql("SELECT table_name || '.' || column_name FROM information_schema.columns "
                            "WHERE table_schema = 'public'", "-A", "-t")
    return {tuple(line.split(".")) for line in out.splitlines()}, errors


def columns_in_isoproof(folder, text):
    """The same as isoproof has it; None: it assumes something of what is run."""
    probes = "".join(f"-- name: {table}_{column}_{number}\nBEGIN;\nSELECT {column} FROM \"{table}\";\nCOMMIT;\n"
                     for number, table in enumerate(TABLES) for column in COLUMNS)
    path = pathlib.Path(folder) / "file.sql"
    path.write_text(text + probes)
    done = subprocess.run([ISOPROOF, "programs", "--format", "json", str(path)], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        return None, done.stderr, True
    report = json.loads(done.stdout)
    taken = [n for n in report["notes"] if n["kind"] == "assumption" and (
        "whichever path it takes" in n["message"] or "executes an unknown text" in n["message"])]
    if taken:
        return None, "", False
    missing = {n["transaction"] for n in report["notes"] if n["kind"] == "error" and n["transaction"]}
    return {(table, column) for number, table in enumerate(TABLES) for column in COLUMNS
            if f"{table}_{column}_{number}" not in missing}, "", False


def main():
    files, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    if not postgresql.folder():
        print("no PostgreSQL server found below /usr/lib/postgresql")
        return postgresql.SKIPPED
    compared = refused = assumed = failures = 0
    with postgresql.Server() as server, tempfile.TemporaryDirectory() as folder:
        for number in range(seed, seed + files):
            text = made_file(random.Random(number))
            own, message, broken = columns_in_isoproof(folder, text)
            if broken:
                failures += 1
                print(f"-- seed {number}: isoproof failed: {message}\n{text}")
                continue
            if own is None:
                assumed += 1
                continue
            there, _ = columns_in_server(server, text)
            if there is None:
                refused += 1
                continue
            compared += 1
            there = {pair for pair in there if pair[0] in TABLES and pair[1] in COLUMNS}
            if own != there:
                failures += 1
                print(f"-- seed {number}: only PostgreSQL has {sorted(there - own)}, only isoproof {sorted(own - there)}\n{text}")
    print(f"{compared} files compared, {failures} differ; {refused} refused by PostgreSQL, {assumed} with assumptions")
    return 1 if failures or compared < files // 10 else 0


if __name__ == "__main__":
    sys.exit(main())
