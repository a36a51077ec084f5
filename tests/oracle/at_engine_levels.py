"""Random programs at an engine's levels: what the explorer finds to give what no serial order gives is never called safe.

    at_engine_levels.py ISOPROOF SETS SEED [guards|chosen|natural|references|indexed|checked] [literature]

The oracle's own levels have one snapshot a transaction; here the other judge is `explore`, which runs the programs and is
itself compared with a simulation of locks (tests/explorer/postgresql.c) and with a server. Programs lock, insert with and
without ON CONFLICT, loop, join, and have a foreign key and perhaps a UNIQUE one. Verdicts other than safe are tried, too: unless some of them show an anomaly, the judge is asleep.

guards: columns change from one constant to another under conditions on the column itself, and instances fail that find it
changed, so that most proofs rest on values. chosen: statements change rows that a query has chosen and perhaps locked, in
loops, too, and rows are deleted and inserted again. natural: rows are found by a natural key, which its type cuts, pads or
rounds and which may be deferrable, nullable or no key at all, and changed by another one; blocks catch errors.
references: foreign keys act on rows that have come, gone or changed unseen, beside unique indexes.
checked: a query looks for what a check then looks for again, a key or the rows that refer, while such rows come and go.
indexed: rows come to have an entry in a unique index on part of the rows, or on an expression, and lose it.

literature: the same at levels of the literature. Executions that end with rows that a key or a reference refuses do not count; indexed
sets, whose keys are not read here, are not tried.
"""

import itertools
import json
import random
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import keys_of_tables  # noqa: E402 pylint: disable=wrong-import-position

LITERATURE = ["snapshot-isolation", "parallel-snapshot-isolation", "update-atomic", "prefix-consistency"]
LEVELS = ["postgresql/read-committed", "postgresql/repeatable-read", "postgresql/serializable"]
TABLES = {"a": ["v", "w"], "b": ["v"]}
CLIENTS = 5


class Programs:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.null = self.r.choice(["", " NOT NULL"])

    def key(self):
        return self.r.choice(["p", "p", "p", "q", "1"])

    def condition(self, table):
        column, kind = self.r.choice(TABLES[table]), self.r.random()
        if kind < 0.72:
            return f"k = {self.key()}"
        if kind < 0.88:
            return f"k = {self.key()} AND {column} {self.r.choice(['=', '>', '<='])} {self.r.choice(['0', '1', 'p'])}"
        return f"{column} = {self.r.choice(['0', '1'])}"

    def value(self):
        return self.r.choice(["p", "1", "0", "x", "x", "y", "y"])

    def read(self, table, column, variable):
        lock = self.r.choice(["", "", "", " FOR UPDATE", " FOR NO KEY UPDATE", " FOR SHARE", " FOR KEY SHARE"])
        return self.r.choice([f"SELECT {column} INTO {variable} FROM {table} WHERE k = {self.key()}{lock};"] * 6 + [
            f"SELECT count(*) INTO {variable} FROM {table} WHERE {self.condition(table)};",
            f"SELECT k INTO {variable} FROM {table} ORDER BY k LIMIT 1;",
            f"SELECT min(k) INTO {variable} FROM {table};",
            f"SELECT a.v + b.v INTO {variable} FROM a JOIN b ON a.k = b.k WHERE a.k = {self.key()};",
            f"SELECT a.v + b.v INTO {variable} FROM a JOIN b ON a.k = b.k WHERE a.k = {self.key()} FOR UPDATE OF a;",
            f"SELECT (SELECT v FROM a WHERE k = {self.key()}) + (SELECT v FROM b WHERE k = {self.key()}) INTO {variable};",
            f"{variable} := (SELECT v FROM b WHERE k = {self.key()}) + 1;",
            f"UPDATE a SET v = v + 1 WHERE k = {self.key()} RETURNING v INTO {variable};"])

    def update(self, table, column):
        value = self.r.choice([f"{column} + 1", f"{column} + 1", self.value(), self.r.choice("xy") + " + 1"])
        return self.r.choice([f"UPDATE {table} SET {column} = {value} WHERE {self.condition(table)};"] * 6 + [
            f"UPDATE a SET v = (SELECT max(v) FROM b) WHERE k = {self.key()};",
            f"UPDATE a SET v = b.v + 1 FROM b WHERE a.k = b.k AND b.k = {self.key()};"])

    def insert(self, table, column):
        columns, values = ", ".join(["k"] + TABLES[table]), ", ".join([self.key()] + [self.value() for _ in TABLES[table]])
        conflict = self.r.choice(["", f" ON CONFLICT (k) DO UPDATE SET {column} = {table}.{column} + 1",
                                  " ON CONFLICT DO NOTHING"])
        return self.r.choice([f"INSERT INTO {table} ({columns}) VALUES ({values}){conflict};"] * 3 + [
            f"INSERT INTO c (k, a) VALUES ({self.key()}, {self.key()});",
            f"INSERT INTO c (k, a) VALUES ({self.key()}, {self.key()}) ON CONFLICT (k) DO UPDATE SET a = excluded.a;"])

    def lock(self, table):
        mode = self.r.choice(["SHARE", "EXCLUSIVE", "SHARE ROW EXCLUSIVE", "ROW EXCLUSIVE"])
        return self.r.choice([f"PERFORM pg_advisory_xact_lock({self.key()});", f"LOCK TABLE {table} IN {mode} MODE;"])

    def block(self, table, column, variable, depth):
        if self.r.random() < 0.3:
            lock = self.r.choice(["", " FOR UPDATE", " FOR SHARE"])
            return [f"FOR {variable} IN SELECT {self.r.choice(['k', column])} FROM {table} WHERE "
                    f"{self.condition(table)}{lock} LOOP", *self.statements(1, depth + 1), "END LOOP;"]
        condition = self.r.choice(["FOUND", f"{variable} = {self.r.choice(['0', '1'])}", f"{variable} IS NULL",
                                   f"{variable} > p"])
        otherwise = ["ELSE", *self.statements(1, depth + 1)] if self.r.random() < 0.3 else []
        return [f"IF {condition} THEN", *self.statements(self.r.randint(1, 2), depth + 1), *otherwise, "END IF;"]

    def statements(self, count, depth=0):
        lines = []
        for _ in range(count):
            table, variable, kind = self.r.choice("aab"), self.r.choice("xy"), self.r.random()
            column = self.r.choice(TABLES[table])
            if kind < 0.38:
                lines.append(self.read(table, column, variable))
            elif kind < 0.68 or (kind >= 0.86 and depth == 2):
                lines.append(self.update(table, column))
            elif kind < 0.77:
                lines.append(self.insert(table, column))
            elif kind < 0.81:
                lines.append(self.r.choice([f"DELETE FROM {table} WHERE {self.condition(table)};",
                                            f"DELETE FROM c WHERE a = {self.key()};"]))
            elif kind < 0.86:
                lines.append(self.lock(table))
            else:
                lines += self.block(table, column, variable, depth)
        return lines

    def text(self, count):
        null = self.null
        unique = self.r.choice(["", "", " UNIQUE"])
        action = self.r.choice(["", " REFERENCES a", " REFERENCES a ON DELETE CASCADE"])
        sql = (f"CREATE TABLE a (k int PRIMARY KEY, v int{null}, w int{null});\n"
               f"CREATE TABLE b (k int PRIMARY KEY, v int{null}{unique});\nCREATE TABLE c (k int PRIMARY KEY, a int{action});\n")
        for i in range(count):
            body = "\n  ".join(self.statements(self.r.choice([1, 2, 2, 3, 3, 4])))
            sql += (f"CREATE FUNCTION f{i}(p int, q int) RETURNS int LANGUAGE plpgsql AS $$\n"
                    f"DECLARE x int; y int;\nBEGIN\n  {body}\n  RETURN {self.r.choice(['x', 'y', '0'])};\nEND $$;\n")
        return sql

    def client(self, count):
        rows = [f"INSERT INTO {table} VALUES ({key}, "
                f"{', '.join(str(self.r.randint(0, 1) if table == 'a' else key) for _ in columns)});"
                for table, columns in TABLES.items() for key in (0, 1) if self.r.random() < 0.75]
        spec = "setup { " + " ".join(rows or ["INSERT INTO b VALUES (0, 0);"]) + " }\n"
        for i in range(self.r.choice([2, 2, 3])):
            call = f"SELECT f{self.r.randrange(count)}({self.r.randint(0, 1)}, {self.r.randint(0, 1)});"
            spec += f"session s{i}\nstep t{i} {{ {call} }}\n"
        return spec


class Guarded(Programs):
    """Most transitions lead from a constant to a greater one, so that there are values that never come back."""

    def value(self):
        return self.r.choice(["0", "1", "2", "3", "NULL", "p"])

    def guard(self, column):
        low, high = self.r.choice("0012"), self.r.choice("1233")
        return self.r.choice([f"{column} = {low}", f"{column} = {low}", f"{column} < {high}", f"{column} <> {high}",
                              f"{column} IN ({low}, {high})", f"{column} = 0" if self.null else f"{column} IS NULL", f"NOT ({column} >= {high})",
                              f"coalesce({column}, 0) = {low}"]), high

    def condition(self, table):
        return f"k = {self.key()} AND {self.guard(self.r.choice(TABLES[table]))[0]}"

    def update(self, table, column):
        guard, then = self.guard(column)
        if self.r.random() < 0.1:
            then = self.r.choice([self.value(), column, f"CASE WHEN {column} = 0 THEN 1 ELSE 3 END", f"coalesce({column}, 2)"])
        statement = f"UPDATE {table} SET {column} = {then} WHERE k = {self.key()} AND {guard}"
        return self.r.choice([
            statement + ";", f"{statement} RETURNING {column} INTO x;", f"{statement}; IF NOT FOUND THEN RAISE EXCEPTION 'no'; END IF;",
            f"{statement}; IF NOT FOUND THEN RAISE EXCEPTION 'no'; END IF;",
            f"IF {self.r.choice('xy')} IS DISTINCT FROM {self.r.choice('012')} THEN RAISE EXCEPTION 'no'; END IF; {statement};"])

    def insert(self, table, column):
        columns, values = ", ".join(["k"] + TABLES[table]), ", ".join([self.key()] + ["0" for _ in TABLES[table]])
        return self.r.choice([f"INSERT INTO {table} ({columns}) VALUES ({values});", self.update(table, column)])

    def key(self):
        return self.r.choice(["p", "p", "p", "p", "0", "q"])

    def statements(self, count, depth=0):
        if depth > 0 or self.r.random() < 0.3:
            lines = super().statements(count, depth)
            return [line for line in lines if not line.startswith("DELETE") or self.r.random() < 0.3] or ["NULL;"]
        column = self.r.choice("vvw")
        read = f"SELECT {column} INTO x FROM a WHERE k = p;"
        return [read] + [self.update("a", self.r.choice([column, column, "w"])) for _ in range(self.r.randint(1, 2))]

    def client(self, count):
        rows = f"INSERT INTO a VALUES (0, {self.r.choice('00012')}, {self.r.choice('0012')}); INSERT INTO b VALUES (0, 0);"
        spec = f"setup {{ {rows} }}\n"
        for i in range(self.r.choice([2, 3, 3])):
            spec += f"session s{i}\nstep t{i} {{ SELECT f{self.r.randrange(count)}(0, {self.r.randint(0, 1)}); }}\n"
        return spec


class Chosen(Programs):
    """Rows that a query chooses, locks, and gives to the statement after it; rows that are replaced."""

    def query(self, columns):
        where = self.r.choice(["", "", " WHERE v = 0", f" WHERE k <> {self.key()}"])
        order = self.r.choice([" ORDER BY k", " ORDER BY v", " ORDER BY v, k", " ORDER BY w DESC, k", ""])
        lock = self.r.choice([" FOR UPDATE", " FOR UPDATE", " FOR NO KEY UPDATE", " FOR SHARE", " FOR KEY SHARE", ""])
        return f"SELECT {columns} FROM a{where}{order}{self.r.choice([' LIMIT 1', ' LIMIT 1', ' LIMIT 2', ''])}{lock}"

    def change(self, key):
        return self.r.choice([f"UPDATE a SET v = v + 1 WHERE k = {key};", f"UPDATE a SET w = {self.value()} WHERE k = {key};",
                              f"DELETE FROM a WHERE k = {key};"])

    def replace(self):
        key = self.key()
        again = key if self.r.random() < 0.85 else self.key()
        insert = f"INSERT INTO a (k, v, w) VALUES ({again}, {self.value()}, {self.value()});"
        if self.r.random() < 0.15:
            insert = f"IF {self.r.choice('xy')} IS NULL THEN {insert} END IF;"
        return f"DELETE FROM a WHERE k = {key}{self.r.choice(['', '', ' AND v = 0'])}; {insert}"

    def statements(self, count, depth=0):
        lines = []
        for _ in range(count):
            kind = self.r.random()
            if kind < 0.25:
                lines.append(self.replace())
            elif kind < 0.5:
                lines.append(self.query("k, v").replace(" FROM", " INTO x, y FROM", 1) + "; " + self.r.choice([
                    self.change("x"), "UPDATE a SET v = y + 1 WHERE k = x;", "UPDATE b SET v = y WHERE k = x;"]))
            elif kind < 0.65 and depth == 0:
                lines += [f"FOR {self.r.choice('xy')} IN {self.query('k')} LOOP", self.change(self.r.choice("xy")),
                          *self.statements(self.r.choice([0, 0, 1]), 1), "END LOOP;"]
            elif kind < 0.75:
                one = self.query("k").replace(" LIMIT 2", " LIMIT 1")
                lines.append(f"UPDATE a SET v = v + 1 WHERE k = ({one if 'LIMIT' in one else 'SELECT max(k) FROM a'});")
            elif kind < 0.85:
                lines.append(f"WITH t AS ({self.query('k')}) DELETE FROM a USING t WHERE a.k = t.k;")
            else:
                lines += super().statements(1, 2)
        return lines


class Natural(Programs):
    """Rows found by a natural key, whose values are cut, padded or rounded, and changed by a surrogate one."""

    def __init__(self, seed):
        super().__init__(seed)
        r = self.r
        self.type = r.choice(["varchar(2)", "varchar(2)", "char(2)", "numeric(3,1)", "text", "int"])
        self.given = {"varchar(2)": r.choice(["text", "varchar", "varchar(2)"]),
                      "char(2)": r.choice(["text", "char(2)", "bpchar"]), "numeric(3,1)": "numeric", "text": "text", "int": r.choice(["int", "bigint", "numeric"])}[self.type]
        number = self.type in ("numeric(3,1)", "int")
        self.values = ["'a'", "'a '", "'ab'", "'abc'", "'b'"]
        if number:
            self.values = ["1", "1.04", "1.0", "1.4", "2"] if self.given == "numeric" else ["1", "2"]
        self.key_is = r.choice([" NOT NULL UNIQUE", " NOT NULL UNIQUE", " UNIQUE", " UNIQUE DEFERRABLE INITIALLY DEFERRED",
                                " NOT NULL UNIQUE DEFERRABLE INITIALLY DEFERRED", " NOT NULL", ""])
        self.moves = r.random() < 0.4
        self.goes = r.random() < 0.5

    def code(self):
        return self.r.choice(["p", "p", "p", "s", "s", f"p::{self.type}", "q", self.r.choice(self.values)])

    def where(self):
        k = self.r.random()
        if k < 0.55:
            return f"c = {self.code()}"
        if k < 0.7:
            return f"c = {self.code()} AND v > {self.r.choice('01')}"
        if k < 0.8:
            return f"c = {self.code()} AND id <> {self.r.choice(['n', 'x'])}"
        return self.r.choice(["id = x", "id = n", "id = x", f"c <> {self.code()}", f"c IN ({self.code()}, {self.code()})",
                              f"id = (SELECT id FROM a WHERE c = {self.code()} LIMIT 1)"])

    def one(self, depth=0):
        r, k = self.r, self.r.random()
        lock = r.choice(["", "", "", " FOR UPDATE", " FOR NO KEY UPDATE", " FOR SHARE", " FOR KEY SHARE"])
        if k < 0.3:
            return r.choice([f"SELECT id INTO x FROM a WHERE {self.where()}{lock};",
                             f"SELECT id, v INTO x, y FROM a WHERE {self.where()}{lock};",
                             f"SELECT id, c INTO x, s FROM a WHERE {self.where()}{lock};",
                             f"SELECT c INTO s FROM a WHERE {self.where()}{lock};",
                             f"SELECT count(*) INTO y FROM a WHERE {self.where()};",
                             f"SELECT id INTO x FROM a WHERE {self.where()} ORDER BY v LIMIT 1{lock};",
                             f"SELECT id INTO STRICT x FROM a WHERE {self.where()}{lock};"])
        if k < 0.6:
            value = r.choice(["v + 1", "v + 1", "y", "y + 1", "n", "0"])
            return r.choice([f"UPDATE a SET v = {value} WHERE {self.where()};"] * 3 +
                            [f"UPDATE a SET v = {value} WHERE id = x;"] * 3 +
                            ([f"UPDATE a SET c = {self.code()} WHERE {self.where()};"] if self.moves else []) +
                            [f"UPDATE b SET v = {value} WHERE k = 1;"])
        if k < 0.75:
            # Not on c: the explorer takes that for a look at every row, whatever its c, past the snapshot.
            conflict = r.choice(["", "", " ON CONFLICT (id) DO UPDATE SET v = a.v + 1", " ON CONFLICT (id) DO NOTHING"])
            values = f"{r.choice(['n', 'n', '1', 'x'])}, {self.code()}, {r.choice('01y')}"
            return f"INSERT INTO a (id, c, v) VALUES ({values}){conflict};"
        if k < 0.82 and self.goes:
            return f"DELETE FROM a WHERE {self.where()};"
        if k < 0.86:
            return r.choice(["SELECT v INTO y FROM b WHERE k = 1;", "SELECT v INTO y FROM b WHERE k = 1 FOR UPDATE;"])
        if depth < 2:
            inner = " ".join(self.one(depth + 1) for _ in range(r.choice([1, 1, 2])))
            if k < 0.9:
                handled = r.choice(["unique_violation", "OTHERS"])
                return f"BEGIN {inner} EXCEPTION WHEN {handled} THEN {self.one(depth + 1)} END;"
            cond = r.choice(["x IS NULL", "x IS NOT NULL", "FOUND", "NOT FOUND", "y > 0", f"p = {self.code()}",
                             f"{self.code()} <> q", "s = p", "s IS NULL"])
            return f"IF {cond} THEN {inner} {r.choice(['', 'ELSE ' + self.one(depth + 1)])} END IF;"
        return f"s := {self.code()};"

    def text(self, count):
        sql = (f"CREATE TABLE a (id int PRIMARY KEY, c {self.type}{self.key_is}, v int{self.null});\n"
               "CREATE TABLE b (k int PRIMARY KEY, v int);\n")
        for i in range(count):
            body = "\n  ".join(self.one() for _ in range(self.r.choice([2, 2, 3, 3, 4])))
            sql += (f"CREATE FUNCTION f{i}(p {self.given}, q {self.given}, n int) RETURNS int LANGUAGE plpgsql AS $$\n"
                    f"DECLARE x int; y int; s {self.type};\nBEGIN\n  {self.r.choice(['', 's := p;', 's := q;'])}\n  {body}\n"
                    f"  RETURN {self.r.choice(['x', 'y', '0'])};\nEND $$;\n")
        return sql

    def client(self, count):
        fit = [v for v in self.values if not (self.type in ("varchar(2)", "char(2)") and len(v) > 4)]
        rows, seen = ["INSERT INTO b VALUES (1, 0);"], set()
        for i in (1, 2):
            v = self.r.choice(fit)
            same = v.strip("'").rstrip() if self.type == "char(2)" else v
            if v[0] != "'":
                same = str(round(float(v), 1 if "numeric" in self.type else 0))
            if same in seen or self.r.random() < 0.3:
                continue
            seen.add(same)
            rows.append(f"INSERT INTO a VALUES ({i}, {v}, {self.r.choice('001')});")
        spec = "setup { " + " ".join(rows) + " }\n"
        args = self.values if self.given != "varchar(2)" else fit
        for i in range(self.r.choice([2, 2, 3])):
            spec += (f"session s{i}\nstep t{i} {{ SELECT f{self.r.randrange(count)}({self.r.choice(args)}, {self.r.choice(args)}, "
                     f"{self.r.choice('123')}); }}\n")
        return spec


class Referring(Programs):
    """Rows come and go, and come to refer to others, beside foreign keys that act and keys that are no primary ones."""

    def where(self, table):
        return self.r.choice([f"k = {self.key()}"] * 4 + ["k = x"] + ([f"a = {self.key()}"] * 3 if table == "c" else []))

    def one(self):
        r = self.r
        return r.choice([f"SELECT a INTO x FROM c WHERE {self.where('c')};"] * 2 +
                        [f"SELECT count(*) INTO y FROM c WHERE {self.where('c')};",
                         f"SELECT v INTO x FROM a WHERE {self.where('a')};",
                         f"UPDATE a SET v = {r.choice(['v + 1', 'x'])} WHERE {self.where('a')};",
                         f"DELETE FROM c WHERE {self.where('c')};",
                         f"INSERT INTO a VALUES ({self.key()}, 0);"] +
                        [f"UPDATE c SET a = {r.choice([self.key(), 'NULL', 'x'])} WHERE {self.where('c')}"
                         f"{r.choice(['', '', ' AND a IS NULL'])};"] * 3 +
                        [f"DELETE FROM a WHERE {self.where('a')};"] * 3 +
                        [f"INSERT INTO c VALUES ({self.key()}, {self.key()}, {self.key()});"] * 2)

    def text(self, count):
        action = self.r.choice(["CASCADE", "CASCADE", "SET NULL", "SET NULL", "NO ACTION"])
        unique = self.r.choice(["", "", "", "CREATE UNIQUE INDEX ON c (a);", "CREATE UNIQUE INDEX ON c (u);",
                                "CREATE UNIQUE INDEX ON c (u) WHERE a IS NULL;", "CREATE UNIQUE INDEX ON c ((u + a));"])
        self.passes = count == 3 and self.r.random() < 0.5
        null = ""
        if self.passes:
            unique, null, action = "", " NOT NULL", self.r.choice(["CASCADE", "CASCADE", "NO ACTION"])
        sql = ("CREATE TABLE a (k int PRIMARY KEY, v int);\n"
               f"CREATE TABLE c (k int PRIMARY KEY, a int{null} REFERENCES a ON DELETE {action}, u int);\n{unique}\n")
        # Of columns that never change the explorer does not know that they tell rows apart.
        if not self.passes:
            sql += "CREATE FUNCTION g(p int, q int) RETURNS void LANGUAGE sql AS $$ UPDATE c SET a = q, u = q WHERE k = p $$;\n"
        passing = self.passing() if self.passes else None
        for i in range(count):
            lines = passing[i] if passing else [self.one() for _ in range(self.r.choice([1, 2, 2, 3]))]
            body = "\n  ".join(lines)
            sql += (f"CREATE FUNCTION f{i}(p int, q int) RETURNS int LANGUAGE plpgsql AS $$\n"
                    f"DECLARE x int; y int;\nBEGIN\n  {body}\n  RETURN {'x' if passing else self.r.choice(['x', 'x', 'y', '0'])};\nEND $$;\n")
        return sql

    def passing(self):
        """A row comes to refer to another one and refers to it no longer, both unseen by the DELETE of that one."""
        comes = self.r.choice(["INSERT INTO c VALUES (0, p, p);"] * 2 + ["UPDATE c SET a = p WHERE k = 0;"])
        goes = self.r.choice(["UPDATE c SET a = q WHERE k = 0;"] * 2 + ["DELETE FROM c WHERE k = 0;"])
        look = self.r.choice(["SELECT count(*) INTO x FROM c WHERE k = 0;", "SELECT a INTO x FROM c WHERE k = 0;", self.one()])
        return [[look, "DELETE FROM a WHERE k = 1;"], [comes], [goes]]

    def client(self, count):
        if self.passes and self.r.random() < 0.7:
            row = self.r.choice(["", " INSERT INTO c VALUES (0, 0, 0);"])
            steps = "".join(f"session s{i}\nstep t{i} {{ SELECT f{i}({k}, {q}); }}\n" for i, k, q in ((0, 1, 1), (1, 1, 1), (2, 0, 0)))
            return f"setup {{ INSERT INTO a VALUES (0, 0), (1, 0);{row} }}\n{steps}"
        there = [k for k in (0, 1) if self.r.random() < 0.8]
        rows = [f"INSERT INTO a VALUES ({k}, 0);" for k in there]
        parents = self.r.sample(there + ["NULL", "NULL"], 2)
        rows += [f"INSERT INTO c VALUES ({k}, {parents[k]}, {k});" for k in (0, 1) if self.r.random() < 0.7]
        spec = "setup { " + " ".join(rows or ["INSERT INTO a VALUES (0, 0);"]) + " }\n"
        for i in range(self.r.choice([2, 2, 3])):
            call = f"SELECT f{self.r.randrange(count)}({self.r.randint(0, 1)}, {self.r.randint(0, 1)});"
            spec += f"session s{i}\nstep t{i} {{ {call} }}\n"
        return spec


class Indexed(Programs):
    """Rows come to have an entry in a unique index on part of the rows, or on an expression, and lose it again."""

    def where(self):
        return self.r.choice([f"k = {self.key()}"] * 6 + ["k = x", f"u = {self.key()}", "k = p AND s = 1", "k = p AND s = 0"])

    def state(self):
        return self.r.choice(["0", "1", "1", "q", "NULL", "s", "CASE s WHEN 0 THEN 1 ELSE s END", "1 - s"])

    def one(self):
        r = self.r
        return r.choice([f"SELECT {r.choice('us')} INTO x FROM c WHERE {self.where()}{r.choice(['', '', ' FOR UPDATE'])};"] * 4 +
                        [f"SELECT count(*) INTO y FROM c WHERE {r.choice(['s = 1', 'u = p', self.where()])};",
                         "IF x = 1 THEN RAISE EXCEPTION 'no'; END IF;"] +
                        [f"DELETE FROM c WHERE {self.where()};"] * 2 +
                        [f"UPDATE c SET s = {self.state()} WHERE {self.where()};"] * 4 +
                        [f"UPDATE c SET u = {r.choice(['u + 1', 'q', 'x', 'NULL', 'COALESCE(q, u)'])} WHERE {self.where()};",
                         f"UPDATE c SET s = {self.state()}, u = {r.choice(['u', 'u + 1', 'q'])} WHERE {self.where()};"] +
                        [f"INSERT INTO c VALUES ({self.key()}, {r.choice(['q', '0', '1', 'x', 'NULL'])}, {r.choice(['0', '1', 'q', 'NULL'])});"] * 3)

    def text(self, count):
        r = self.r
        on = r.choice(["(u)"] * 4 + ["((u + s))", "((u / 2))", "(u, (s + 1))", "((COALESCE(u, 0)))"])
        some = r.choice(["s = 1"] * 4 + ["s IN (1, 2)", "s IS NULL", "NOT s = 0", "s > 0 AND u IS NOT NULL", "u = 1"])
        sql = ("CREATE TABLE c (k int PRIMARY KEY, u int, s int);\n"
               f"CREATE UNIQUE INDEX ON c {on}{r.choice([f' WHERE {some}'] * 4 + ['']) if on != '(u)' else f' WHERE {some}'};\n")
        # Of columns that never change the explorer does not know that they tell rows apart.
        sql += "CREATE FUNCTION g(p int, q int) RETURNS void LANGUAGE sql AS $$ UPDATE c SET s = q, u = q WHERE k = p $$;\n"
        for i in range(count):
            body = "\n  ".join(self.one() for _ in range(r.choice([1, 2, 2, 3])))
            sql += (f"CREATE FUNCTION f{i}(p int, q int) RETURNS int LANGUAGE plpgsql AS $$\n"
                    f"DECLARE x int; y int;\nBEGIN\n  {body}\n  RETURN {r.choice(['x', 'x', 'y', '0'])};\nEND $$;\n")
        return sql

    def client(self, count):
        r = self.r
        rows = [f"INSERT INTO c VALUES ({k}, {u}, {r.choice(['0', '1', '1', 'NULL'])}) ON CONFLICT DO NOTHING;"
                for k, u in zip((0, 1, 2), r.sample(["0", "1", "2", "NULL"], 3)) if r.random() < 0.6]
        spec = "setup { " + " ".join(rows or ["INSERT INTO c VALUES (0, 0, 1);"]) + " }\n"
        for i in range(r.choice([2, 2, 3])):
            name = f"f{r.randrange(count)}" if r.random() < 0.9 else "g"
            spec += f"session s{i}\nstep t{i} {{ SELECT {name}({r.randint(0, 2)}, {r.randint(0, 1)}); }}\n"
        return spec


class Checked(Programs):
    """What a query does not find, and a check of the same key does not find either: rows of both come and go in between,
    and move from one value to another. All that is read is returned."""

    def value(self):
        return self.r.choice(["p", "p", "p", "q", "0", "1"])

    def child(self):
        return self.r.choice("ccd")

    def where(self, table):
        r = self.r
        some = [f"a = {self.value()}"] * 5 + [f"k = {self.value()}"] * 2 + [f"u = {self.value()}", f"a = {self.value()} AND u = {self.value()}"]
        return r.choice(some if table != "a" else [f"k = {self.value()}"])

    def look(self):
        r, table = self.r, self.r.choice("ccda")
        lock = r.choice(["", "", "", "", " FOR UPDATE", " FOR NO KEY UPDATE", " FOR SHARE", " FOR KEY SHARE"])
        return r.choice([f"SELECT count(*) INTO x FROM {table} WHERE {self.where(table)}; s := s || x;"] * 3 +
                        [f"SELECT k INTO x FROM {table} WHERE {self.where(table)} ORDER BY k LIMIT 1{lock}; s := s || coalesce(x, 9);",
                         f"IF EXISTS (SELECT 1 FROM {table} WHERE {self.where(table)}) THEN RETURN s || 'e'; END IF;",
                         f"PERFORM 1 FROM {table} WHERE {self.where(table)}{lock}; s := s || FOUND::text;",
                         f"SELECT count(*) INTO x FROM a LEFT JOIN c ON c.a = a.k WHERE a.k = {self.value()}; s := s || x;",
                         f"SELECT count(*) INTO x FROM a WHERE k = {self.value()} AND NOT EXISTS (SELECT 1 FROM {self.child()} y WHERE y.a = a.k); s := s || x;"])

    def change(self):
        r, table = self.r, self.child()
        conflict = r.choice(["", "", "", " ON CONFLICT DO NOTHING", " ON CONFLICT (k) DO UPDATE SET u = excluded.u"])
        return r.choice([f"DELETE FROM {table} WHERE {self.where(table)};"] * 4 + [f"DELETE FROM a WHERE k = {self.value()};"] * 4 +
                        [f"INSERT INTO {table} VALUES ({self.value()}, {self.value()}, {self.value()}){conflict};"] * 4 +
                        [f"UPDATE {table} SET a = {r.choice([self.value(), 'NULL'])} WHERE {self.where(table)};",
                         f"UPDATE {table} SET u = {self.value()} WHERE {self.where(table)};",
                         f"UPDATE {table} SET a = {self.value()}, u = {self.value()} WHERE k = {self.value()};",
                         f"INSERT INTO a VALUES ({self.value()}, {self.value()}){r.choice(['', ' ON CONFLICT DO NOTHING'])};",
                         f"UPDATE a SET v = v + 1 WHERE k = {self.value()};", f"UPDATE a SET k = {self.value()} WHERE k = {self.value()};"])

    def body(self, depth=0):
        r = self.r
        lines = [self.look()] if r.random() < 0.7 else []
        lines += [r.choice([self.change, self.change, self.look])() for _ in range(r.choice([0, 1, 1, 2]))]
        if depth == 0 and r.random() < 0.2:
            lines.append(r.choice([f"IF {r.choice(['FOUND', 'x = 0', 'x > 0'])} THEN {' '.join(self.body(1))} END IF;",
                                   f"FOR x IN SELECT k FROM {self.child()} WHERE {self.where('c')} ORDER BY k LOOP {' '.join(self.body(1)).replace('INTO x', 'INTO y')} END LOOP;",
                                   f"BEGIN {' '.join(self.body(1))} EXCEPTION WHEN unique_violation OR foreign_key_violation THEN s := s || 'x'; END;"]))
        return lines or [self.change()]

    def text(self, count):
        r = self.r
        late = r.choice(["", "", "", " DEFERRABLE INITIALLY DEFERRED", " DEFERRABLE"])
        action = r.choice(["", "", "", "", " ON DELETE RESTRICT", " ON DELETE CASCADE", " ON DELETE SET NULL"])
        key = r.choice(["", ", UNIQUE (u)", ", UNIQUE (u)", ", UNIQUE (a, u)"])
        sql = (f"CREATE TABLE a (k int PRIMARY KEY, v int);\n"
               f"CREATE TABLE c (k int PRIMARY KEY, a int{r.choice(['', ' NOT NULL'])} REFERENCES a{action}{late}, u int{key});\n"
               f"CREATE TABLE d (k int PRIMARY KEY, a int{r.choice(['', ' REFERENCES a', ' REFERENCES a' + action])}, u int{r.choice(['', key])});\n")
        for i in range(count):
            body = "\n  ".join(self.body())
            sql += (f"CREATE FUNCTION f{i}(p int, q int) RETURNS text LANGUAGE plpgsql AS $$\n"
                    f"DECLARE x int; y int; s text := '';\nBEGIN\n  {body}\n  RETURN s;\nEND $$;\n")
        return sql

    def client(self, count):
        r = self.r
        there = [k for k in (0, 1) if r.random() < 0.8]
        rows = [f"INSERT INTO a VALUES ({k}, 0);" for k in there]
        for table in "cd":
            rows += [f"INSERT INTO {table} VALUES ({k}, {r.choice(there)}, {k});" for k in (0, 1) if there and r.random() < 0.4]
        spec = "setup { " + " ".join(rows or ["INSERT INTO a VALUES (0, 0);"]) + " }\n"
        for i in range(r.choice([2, 3, 3, 3, 4])):
            spec += f"session s{i}\nstep t{i} {{ SELECT f{r.randrange(count)}({r.randint(0, 1)}, {r.randint(0, 1)}); }}\n"
        return spec


def ask(*command):
    """What isoproof reports; None: it took too long, or the rows to begin with are none that the schema allows."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, check=False)
    except subprocess.TimeoutExpired:
        return None
    if b"the setup fails" in done.stderr:
        return None
    if done.returncode == 2:
        sys.exit(f"{' '.join(command)}: {done.stderr.decode()}")
    return json.loads(done.stdout)


class Serial:
    """What the committed transactions of a client give one after the other, in every order: results and rows."""

    def __init__(self, isoproof, folder, sql, spec):
        self.command = [isoproof, "explore", "--format", "json", "--histories", "--level"]
        self.path, self.sql = f"{folder}/serial.spec", sql
        lines = spec.splitlines()
        self.setup = lines[0]
        self.steps = {line.split()[1]: line for line in lines if line.startswith("step ")}
        with open(sql, encoding="utf-8") as file:
            tables = re.findall(r"^CREATE TABLE (\w+) \(\w+ [^,]*, (\w+)", file.read(), re.MULTILINE)
        # Rows that no transaction writes are not listed.
        everything = " ".join(f"UPDATE {table} SET {column} = {column};" for table, column in tables)
        self.initial = self.run([f"step all {{ {everything} }}"])[0][2]
        self.known = {}

    def outcome(self, history):
        """Which transactions have committed, with which results; the rows by table."""
        done = {t["name"].split(".")[1]: t["results"] for t in history["transactions"] if t["error"] is None}
        rows = {}
        for row in history["final_rows"]:
            rows.setdefault(row["table"], []).append(row["values"])
        written = {access["table"] for t in history["transactions"] if t["error"] is None for access in t["writes"]}
        return done, written, {table: sorted(values) for table, values in rows.items()}

    def run(self, steps):
        with open(self.path, "w", encoding="utf-8") as file:
            file.write("\n".join([self.setup, "session one", *steps]) + "\n")
        found = ask(*self.command, "serializability", self.path, self.sql)
        return [self.outcome(history) for history in found["history_list"]] if found else []

    def state(self, outcome):
        done, written, rows = outcome
        return {table: rows.get(table, []) if table in written else self.initial.get(table, [])
                for table in written | set(self.initial)}

    def same(self, one, other):
        return one[0] == other[0] and self.state(one) == self.state(other)

    def explains(self, history):
        """Some order of those that have committed gives the same. What fails is no part of an execution."""
        outcome = self.outcome(history)
        names = sorted(outcome[0])
        key = tuple(names)
        if key not in self.known:
            self.known[key] = [found for order in itertools.permutations(names)
                               for found in self.run([self.steps[name] for name in order])]
        return any(self.same(outcome, serial) for serial in self.known[key])


def is_anomaly(isoproof, folder, level, client, sql, spec):
    """A history that no serial order explains. (That its cells were read in no serial order is not enough: a transaction
    that has read that a row does not fit has read the same of every version that does not.)"""
    serial = Serial(isoproof, folder, sql, spec)
    listed = ask(isoproof, "explore", "--format", "json", "--histories", "--level", level, client, sql)
    with open(sql, encoding="utf-8") as file:
        text = file.read()
    return listed and any(not history["serializable"] and keys_of_tables.hold(text, serial.state(serial.outcome(history))) and
                          not serial.explains(history) for history in listed["history_list"])


def try_set(isoproof, folder, programs, seed, counts, levels):
    count = programs.r.choice([1, 1, 2]) if type(programs) is Programs else programs.r.choice([1, 2, 3])
    sql, client = f"{folder}/set.sql", f"{folder}/client.spec"
    text = programs.text(count)
    with open(sql, "w", encoding="utf-8") as file:
        file.write(text)
    report = ask(isoproof, "analyze", "--quiet", "--no-replay", "--max-cycle", "3", "--timeout", "10", "--format", "json",
                 "--level", ",".join(levels), sql)
    for result in report["results"] if report else []:
        safe = result["verdict"] == "safe"
        counts["safe" if safe else "not safe"] += 1
        for _ in range(CLIENTS):
            spec = programs.client(count)
            with open(client, "w", encoding="utf-8") as file:
                file.write(spec)
            explored = ask(isoproof, "explore", "--format", "json", "--level", result["level"], client, sql)
            counts["clients"] += 1
            if not explored or explored["histories"] == explored["histories_serializable"]:
                continue
            counts["anomalies"] += 1
            counts["looked at"] += safe
            if safe and is_anomaly(isoproof, folder, result["level"], client, sql, spec):
                counts["wrong"] += 1
                print(f"seed {seed}: called safe at {result['level']}, but of {explored['histories']} histories "
                      f"some give what no serial order does\n{text}{spec}", flush=True)
                break


def main():
    isoproof, sets, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    kinds = {"guards": Guarded, "chosen": Chosen, "natural": Natural, "references": Referring, "indexed": Indexed,
             "checked": Checked}
    words = sys.argv[4:]
    levels = LITERATURE if "literature" in words else LEVELS
    if words[:2] == ["indexed", "literature"]:
        sys.exit("the keys of indexed sets are not read")
    kind = next((kinds[word] for word in words if word != "literature"), Programs)
    counts = dict.fromkeys(["safe", "not safe", "clients", "anomalies", "looked at", "wrong"], 0)
    with tempfile.TemporaryDirectory() as folder:
        for s in range(seed, seed + sets):
            try_set(isoproof, folder, kind(s), s, counts, levels)
    print(", ".join(f"{n} {what}" for what, n in counts.items()), f"from seed {seed}")
    if sets >= 10 and not (counts["safe"] and counts["anomalies"]):
        sys.exit("nothing was compared")
    sys.exit(1 if counts["wrong"] else 0)


if __name__ == "__main__":
    main()
