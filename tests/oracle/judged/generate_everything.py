"""Everything beside everything: types, predicates, expressions, statements, control flow, constraints, triggers, locks, levels.

Tables are small and programs read before they write, so that most sets have an anomaly at some level."""

# Of each type: values to insert, and expressions over a column or variable x of it.
TYPES = {
    "int": (["0", "1", "3", "-2"], ["{x} + 1", "{x} / 2", "{x} % 2", "-{x}", "abs({x})", "{x} * 2", "greatest({x}, 1)"]),
    "bigint": (["0", "1", "3"], ["{x} + 1", "{x} / 2", "{x} - {x}", "coalesce({x}, 0) + 1"]),
    "smallint": (["0", "1", "3"], ["({x} + 1)::smallint", "({x} / 2)::smallint"]),
    "numeric": (["0", "1", "1.5", "3"], ["{x} + 1", "{x} / 2", "round({x})", "{x}::int", "floor({x} / 2)", "trunc({x}, 1)"]),
    "numeric(6,2)": (["0", "1.25", "3"], ["{x} + 0.01", "{x} / 2", "round({x}, 1)", "{x} * 1.5"]),
    "float8": (["0", "0.5", "2"], ["{x} + 1", "{x} / 2", "floor({x})", "{x}::int"]),
    "text": (["'a'", "'b'", "'ab'", "''"], ["{x} || 'a'", "upper({x})", "left({x}, 1)", "coalesce({x}, 'a')", "replace({x}, 'a', 'b')"]),
    "varchar(3)": (["'a'", "'b'", "'abc'"], ["left({x} || 'a', 3)", "lower({x})"]),
    "boolean": (["true", "false"], ["NOT {x}", "{x} AND true", "{x} OR false", "coalesce({x}, true)"]),
    "date": (["'2024-01-01'", "'2024-01-02'"], ["{x} + 1", "{x} - 1", "greatest({x}, '2024-01-02')"]),
    "timestamp": (["'2024-01-01 00:00'", "'2024-01-01 12:00'"], ["{x} + interval '12 hours'", "date_trunc('day', {x})"]),
}
# Predicates over a column or variable x of a type with two values a and b.
PREDICATES = ["{x} = {a}", "{x} <> {a}", "{x} > {a}", "{x} <= {a}", "{x} IN ({a}, {b})", "{x} BETWEEN {a} AND {b}", "{x} IS NULL",
              "{x} IS NOT NULL", "{x} = {e}", "NOT ({x} = {a})", "{x} IS DISTINCT FROM {a}", "({x} = {a}) IS NOT TRUE",
              "coalesce({x}, {a}) = {a}", "CASE WHEN {x} = {a} THEN true ELSE {x} = {b} END", "{x} = ANY (ARRAY[{a}, {b}])"]


def pairs(r, count):
    """Of the routines, each beside each, itself too: a few of these pairs."""
    found = [(i, j) for i in range(count) for j in range(i + 1)]
    return r.sample(found, min(4, len(found)))


class Sets:
    def __init__(self, r):
        self.r = r
        self.kind = r.choice(list(TYPES))
        self.second = r.choice(["int", "int", self.kind])
        self.nullable = r.random() < 0.5
        self.tables = r.choice(["t", "tu", "ttu"])

    def value(self, kind=None):
        values = TYPES[kind or self.kind][0]
        return self.typed(self.r.choice(values + (["NULL"] if self.nullable and self.r.random() < 0.15 else [])), kind)

    def typed(self, value, kind=None):
        kind = kind or self.kind
        spelled = value.startswith("'") and (kind in ("date", "timestamp") or self.r.random() < 0.5)
        return f"{value}::{kind}" if spelled else value

    def expression(self, x):
        e = self.r.choice(TYPES[self.kind][1])
        return e.format(x=x)

    def predicate(self, x, constant=False):
        a, b = self.value(), self.r.choice([self.value(), "p" if not constant else self.value()])
        return self.r.choice(PREDICATES).format(x=x, a=a, b=b, e=self.expression(self.r.choice([x, b if b != "NULL" else x])))

    def where(self, table):
        c = self.r.choice
        return c(["id = k", "id = k", self.predicate("v"), self.predicate("v"), self.predicate("v"), f"g = k AND {self.predicate('v')}", "g = k",
                  f"g = 1 AND {self.predicate('v')}", f"EXISTS (SELECT 1 FROM {c(self.tables)} z WHERE z.id = {table}.g AND {self.predicate('z.v')})",
                  f"id IN (SELECT z.g FROM {c(self.tables)} z WHERE {self.predicate('z.v')})"])

    def read(self):
        c, table = self.r.choice, self.r.choice(self.tables)
        w, lock = self.where(table), self.r.choice(["", "", "", "", " FOR UPDATE", " FOR SHARE", " FOR NO KEY UPDATE", " FOR KEY SHARE"])
        if self.r.random() < 0.5:
            return c([f"SELECT v INTO x FROM {table} WHERE id = k{lock};", f"SELECT count(*) INTO n FROM {table} WHERE {w};"])
        return c([f"SELECT count(*) INTO n FROM {table} WHERE {w};", f"SELECT count(*) FILTER (WHERE {self.predicate('v')}) INTO n FROM {table};",
                  f"SELECT max(id) INTO n FROM {table} WHERE {w};", f"SELECT v INTO x FROM {table} WHERE {w} ORDER BY id LIMIT 1{lock};",
                  f"PERFORM 1 FROM {table} WHERE {w}{lock}; n := CASE WHEN FOUND THEN 1 ELSE 0 END;",
                  f"n := (SELECT sum(g) FROM {table} WHERE {w});",
                  f"SELECT t.v INTO x FROM t JOIN u ON u.id = t.g WHERE {self.predicate('u.v')} ORDER BY t.id LIMIT 1;",
                  f"SELECT {self.expression('v')} INTO x FROM {table} WHERE id = k;",
                  f"IF EXISTS (SELECT 1 FROM {table} WHERE {w}) THEN n := 1; ELSE n := 0; END IF;"])

    def write(self):
        c, table = self.r.choice, self.r.choice(self.tables)
        w, value = self.where(table), self.r.choice([self.expression("v"), self.expression("v"), "x", "p", self.value()])
        if self.r.random() < 0.5:
            return f"UPDATE {table} SET v = {c([self.expression('x'), 'p', value])} WHERE id = k;"
        return c([f"UPDATE {table} SET v = {value} WHERE {w};",
                  f"UPDATE {table} SET g = coalesce(n, 0)::int WHERE id = k;", f"DELETE FROM {table} WHERE {w};",
                  f"INSERT INTO {table} VALUES (k + 2, 1, {self.value()});",
                  f"INSERT INTO {table} VALUES (k, 1, {self.value()}) ON CONFLICT (id) DO UPDATE SET v = {self.expression(table + '.v')};",
                  f"INSERT INTO {table} VALUES (k + 2, k, p) ON CONFLICT DO NOTHING;",
                  f"UPDATE {table} SET v = {self.expression('v')} WHERE id = k RETURNING v INTO x;",
                  f"UPDATE {table} SET v = {value} WHERE id = k AND {self.predicate('v')}; IF NOT FOUND THEN RETURN 'none'; END IF;",
                  f"INSERT INTO {table} SELECT id + 5, g, v FROM {self.r.choice(self.tables)} WHERE {self.predicate('v')} ON CONFLICT DO NOTHING;"])

    def guard(self, inner):
        condition = self.r.choice([self.predicate("x"), self.predicate("x"), "n = 0", "n < 2", "n IS NULL", "FOUND", "NOT FOUND",
                                   self.predicate("p"), "n > 0"])
        return [f"IF ({condition}) THEN", *inner, "END IF;"]

    def body(self):
        c, lines = self.r.choice, []
        if self.r.random() < 0.2:
            lines.append(c(["PERFORM pg_advisory_xact_lock(k);", "LOCK TABLE t IN SHARE ROW EXCLUSIVE MODE;",
                            "PERFORM 1 FROM t WHERE id = k FOR UPDATE;", "PERFORM pg_advisory_xact_lock(1);"]))
        lines += ["/*P*/", self.read(), "/*P*/"]
        kind = self.r.random()
        if kind < 0.5:
            lines += self.guard([self.write()])
        elif kind < 0.65:
            lines += ["BEGIN", self.write(), "EXCEPTION WHEN " + c(["unique_violation", "division_by_zero OR numeric_value_out_of_range",
                      "check_violation"]) + " THEN n := 7; END;"]
        elif kind < 0.75:
            lines += [f"FOR n IN SELECT id FROM {c(self.tables)} WHERE {self.where(self.tables[0]).replace('t.g', 'g')} ORDER BY id LOOP",
                      f"UPDATE {c(self.tables)} SET v = {self.expression('v')} WHERE id = n;", "END LOOP;"]
        else:
            lines.append(self.write())
        if self.r.random() < 0.5:
            lines += ["/*P*/", c([self.read(), self.write()])]
        return lines

    def text(self):
        c, check = self.r.choice, ""
        if self.r.random() < 0.2:
            check = f" CHECK ({self.predicate('v', constant=True)} OR v IS NULL OR true)"
        null = "" if self.nullable else " NOT NULL"
        sql = f"CREATE TABLE t (id int PRIMARY KEY, g int, v {self.kind}{null}{check});\n"
        sql += f"CREATE TABLE u (id int PRIMARY KEY, g int, v {self.kind}{null});\n"
        sql += c(["", "", "", "CREATE UNIQUE INDEX t_v ON t (g, v);\n", "CREATE INDEX t_v ON t (v);\n",
                  f"CREATE UNIQUE INDEX t_part ON t (g) WHERE {self.predicate('v', constant=True)};\n"])
        if self.r.random() < 0.25:
            act = c([f"NEW.v := {self.expression('NEW.v')};", "UPDATE u SET g = g + 1 WHERE id = NEW.g;",
                     f"IF ({self.predicate('NEW.v', constant=True)}) THEN RETURN NULL; END IF;",
                     f"IF (SELECT count(*) FROM u WHERE {self.predicate('v', constant=True)}) > 1 THEN RAISE EXCEPTION 'no'; END IF;"])
            sql += (f"CREATE FUNCTION fired() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {act} RETURN NEW; END $$;\n"
                    f"CREATE TRIGGER fires BEFORE INSERT OR UPDATE ON t FOR EACH ROW EXECUTE FUNCTION fired();\n")
        for i in range(self.count):
            body = "\n  ".join(self.body())
            sql += (f"CREATE FUNCTION f{i}(k int, p {self.kind}) RETURNS text LANGUAGE plpgsql AS $$\nDECLARE x {self.kind}; n bigint;\n"
                    f"BEGIN\n  {body}\n  RETURN concat_ws('|', x, n);\nEND $$;\n")
        return sql

    def drawn(self):
        r = self.r
        self.count = r.choice([1, 1, 2, 2, 3])
        text = self.text()
        values = [value for value in TYPES[self.kind][0]]
        init = ["SET session_replication_role = replica"]
        distinct = r.sample(values, 2) * 2
        for table in "tu":
            init += [f"INSERT INTO {table} VALUES ({k}, {r.choice('112')}, {distinct[k]}) ON CONFLICT DO NOTHING" for k in (1, 2, 3) if r.random() < 0.85]
        init = [*init, "SET session_replication_role = origin"]
        calls = [[f"SELECT f{i}({k}, {r.choice(values)}::{self.kind})" for i in pair] for pair in pairs(r, self.count)
                 for k in r.choice([[1], [1], [1, 2]])]
        return {"sql": text, "init": init, "calls": calls}


def draw(r):
    return Sets(r).drawn()
