"""Queries that return no row where one might be expected: LIMIT, OFFSET, set operations, HAVING, conditions and calls under
them, with tables and without, as aggregates, VALUES and subqueries. A write depends on whether there is a row, and only that
write makes two transactions conflict."""

SCHEMA = """CREATE TABLE b (id integer PRIMARY KEY, g integer);
CREATE TABLE h (k integer PRIMARY KEY, v integer);
CREATE TABLE kv (k integer PRIMARY KEY, v integer NOT NULL);
"""
ROWS = ["", "(1, 1)", "(1, 0), (2, 1)"]


class Queries:
    def __init__(self, r):
        self.r = r
        self.aliases = 0

    def some(self, *of):
        return self.r.choice(of)

    def maybe(self, chance, text):
        return text if self.r.random() < chance else ""

    def alias(self):
        self.aliases += 1
        return f"s{self.aliases}"

    def tail(self):
        return self.maybe(0.4, self.some(" LIMIT 1", " LIMIT 0", " OFFSET 1", " OFFSET 0", " LIMIT x", " LIMIT 5", " LIMIT ALL",
                                         " OFFSET x", " FETCH FIRST 1 ROW ONLY", " LIMIT 1 OFFSET 1"))

    def condition(self, column):
        if column and self.r.random() < 0.5:
            return f"{column} {self.some('>', '=', '<', 'IS DISTINCT FROM')} {self.some('0', '1', 'x')}"
        return self.some("true", "x > 0", "x = 1", "NULL::boolean", "x > 0 OR true")

    def rows(self, depth):
        """Of FROM, and one of their columns."""
        kind = self.r.random()
        if depth <= 0 or kind < 0.35:
            w = self.alias()
            return self.some(("b", "b.id"), (f"(VALUES (1)) {w} (z)", f"{w}.z"), (f"(VALUES (1), (2)) {w} (z)", f"{w}.z"),
                             (f"generate_series(1, x) {w} (z)", f"{w}.z"), (f"unnest(ARRAY[1]) {w} (z)", f"{w}.z"))
        s = self.alias()
        right = f"({self.query(depth - 1)}) {s} (z)"
        if kind < 0.75:
            return right, f"{s}.z"
        left, column = self.rows(depth - 1)
        join = self.some("CROSS JOIN", "LEFT JOIN", "JOIN", "FULL JOIN")
        equal = f"{column} = {s}.z"
        on = "" if join == "CROSS JOIN" else f" ON {equal if join == 'FULL JOIN' else self.some('true', equal)}"
        return f"{left} {join} {right}{on}", self.some(column, f"{s}.z")

    def query(self, depth):
        if self.r.random() < 0.12:
            return self.some("VALUES (1)", "VALUES (x)", "VALUES (1), (2)") + self.tail()
        if depth > 0 and self.r.random() < 0.2:
            operation = self.some("UNION", "UNION ALL", "INTERSECT", "EXCEPT", "EXCEPT ALL")
            return f"({self.query(depth - 1)}) {operation} ({self.query(depth - 1)}){self.tail()}"
        rows, column = self.rows(depth) if depth > 0 and self.r.random() < 0.6 else (None, None)
        body = (f" FROM {rows}" if rows else "") + self.maybe(0.45, f" WHERE {self.condition(column)}")
        having = lambda chance: self.maybe(chance, " HAVING " + self.some("count(*) > 0", "x > 0", "count(*) > 1"))
        return self.some(
            lambda: f"SELECT {column or self.some('1', 'x')}{body}",
            lambda: f"SELECT {column or self.some('1', 'x')}{body}",
            lambda: f"SELECT {self.some('count(*)::integer', f'max({column or 1})')}{body}{having(0.3)}",
            lambda: f"SELECT DISTINCT {column or 1}{body}",
            lambda: f"SELECT {column or 'x'}{body} GROUP BY 1{having(0.4)}",
            lambda: f"SELECT row_number() OVER ()::integer{body}",
            lambda: f"SELECT generate_series(1, {self.some('x', '1', '2')}){body}")() + self.tail()

    def statement(self):
        q, write = self.query(3), "UPDATE h SET v = v + 1 WHERE k = 7;"
        return self.some(
            f"UPDATE h SET v = v + 1 FROM ({q}) y (z) WHERE k = 7;",
            f"UPDATE h SET v = v + 1 FROM ({q}) y (z) WHERE k = 7;",
            f"WITH y (z) AS ({q}) UPDATE h SET v = v + 1 FROM y WHERE k = 7;",
            f"UPDATE h SET v = v + 1 WHERE k = 7 AND {self.some('', 'NOT ')}EXISTS ({q});",
            f"UPDATE h SET v = v + 1 WHERE k = 7 AND (SELECT max(z) FROM ({q}) y (z)) IS {self.some('', 'NOT ')}NULL;",
            f"IF {self.some('', 'NOT ')}EXISTS ({q}) THEN {write} END IF;",
            f"SELECT z INTO n FROM ({q}) y (z); IF {self.some('FOUND', 'n IS NULL', 'n IS NOT NULL')} THEN {write} END IF;",
            f"FOR n IN {q} LOOP {write} END LOOP;",
            f"INSERT INTO h SELECT 7, z FROM ({q}) y (z) LIMIT 1 ON CONFLICT (k) DO UPDATE SET v = h.v + 1;",
            f"INSERT INTO h VALUES (7, 1){self.tail()} ON CONFLICT (k) DO UPDATE SET v = h.v + 1;",
            f"PERFORM z FROM ({q}) y (z); IF {self.some('FOUND', 'NOT FOUND')} THEN {write} END IF;",
            f"MERGE INTO h USING ({q}) y (z) ON k = 7 WHEN MATCHED THEN UPDATE SET v = v + 1;")


def draw(r):
    body = f"""CREATE PROCEDURE p(a integer, c integer, x integer) LANGUAGE plpgsql AS $$
DECLARE n integer;
BEGIN
  SELECT v INTO n FROM h WHERE k = 7;
  IF NOT FOUND THEN RAISE EXCEPTION 'no row'; END IF;
  {Queries(r).statement()}
  SELECT v INTO n FROM kv WHERE k = a;
  /*P*/
  UPDATE kv SET v = n + 1 WHERE k = c;
END $$;"""
    rows = r.choice(ROWS)
    init = ["INSERT INTO h VALUES (7, 0)", "INSERT INTO kv VALUES (1, 1), (2, 5)"]
    x = r.choice([0, 1, 2])
    calls = [[f"CALL p(1, 2, {x})", f"CALL p(2, 1, {x})"]]
    return {"sql": SCHEMA + body, "init": init + ([f"INSERT INTO b VALUES {rows}"] if rows else []), "calls": calls}
