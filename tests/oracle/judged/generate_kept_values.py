"""Writes of values that are there already, rows that a condition leaves out, and queries that use of a row only whether it matches:
what the proof by one delayed transaction ignores at snapshot isolation (judge.py --literature). Values of types whose equal
values differ in spelling, values that a type cuts or rounds, loops, joined UPDATEs and writes before are among them."""

SCHEMA = """CREATE TABLE a (id integer PRIMARY KEY, v integer NOT NULL, w integer, b boolean NOT NULL, t text NOT NULL, c char(2) NOT NULL,
  s varchar(1) NOT NULL, n numeric(6,2) NOT NULL, m numeric NOT NULL, p bpchar NOT NULL);
CREATE TABLE item (id integer PRIMARY KEY, owner integer NOT NULL, v integer NOT NULL, b boolean NOT NULL);
"""
VALUES = {"v": ["0", "1", "x", "v", "abs(v)", "v + 1", "-v - 1", "y"], "w": ["NULL", "0", "x", "w", "coalesce(w, 0)"],
          "b": ["true", "false", "b", "x > 0", "NOT b"], "t": ["'k'", "'l'", "t", "lower(t)"],
          "c": ["'k'", "'k '", "c", "'l'"], "s": ["'k'", "s", "left('kk', 1)"], "n": ["1", "1.00", "1.001", "n"],
          "m": ["1", "1.0", "1.00", "m", "m * 1.0"], "p": ["'k'", "'k '", "p"]}
TESTS = {"v": ["v >= 0", "v = 1", "v > x", "v <> 0"], "w": ["w IS NULL", "w = 0", "w >= 0"], "b": ["b", "NOT b"], "t": ["t = 'k'", "t <> 'l'"],
         "c": ["c = 'k'"], "s": ["s = 'k'"], "n": ["n = 1"], "m": ["m = 1", "m > 0"], "p": ["p = 'k'"]}
TYPES = {"v": "integer", "w": "integer", "b": "boolean", "t": "text", "c": "text", "s": "text", "n": "numeric", "m": "numeric",
         "p": "bpchar"}


class Program:
    def __init__(self, r, rows):
        self.r, self.rows = r, rows
        self.columns = r.sample(sorted(VALUES), r.choice([1, 2, 2]))

    def some(self, *of):
        return self.r.choice(of)

    def column(self):
        return self.some(*self.columns, "v")

    def test(self, column):
        return self.some(*TESTS[column])

    def item_test(self):
        return self.some("b", "NOT b", "v >= 0", "v = 1", "v > x", "owner = 1 AND b", "owner = x AND v >= 0", "owner = 1 AND NOT b", "true")

    def query(self, row):
        """A look, after which ok says whether to go on, and seen is what is given."""
        column = self.column()
        return self.some(
            f"SELECT count(*) > 0 INTO ok FROM a WHERE id = {row} AND {self.test(column)};",
            f"PERFORM FROM a WHERE id = {row} AND {self.test(column)}; ok := FOUND;",
            f"ok := EXISTS (SELECT FROM a WHERE {self.test(column)} AND id <> {3 - row});",
            f"SELECT {column}::text, {self.test(column)} INTO seen, ok FROM a WHERE id = {row};",
            f"SELECT {column}::text INTO seen FROM a WHERE id = {row} AND {self.test(column)}; ok := FOUND;",
            f"SELECT v INTO y FROM a WHERE id = {row}; ok := y >= 0;",
            f"SELECT v INTO y FROM a WHERE id = {row}; ok := y > x; seen := y;",
            f"SELECT count(*)::text INTO seen FROM item WHERE {self.item_test()}; ok := seen = '0';",
            f"ok := NOT EXISTS (SELECT FROM item WHERE {self.item_test()});",
            f"SELECT id::text INTO seen FROM item WHERE {self.item_test()} ORDER BY {self.some('id', 'v, id', 'v DESC, id')} LIMIT 1; ok := FOUND;",
            f"SELECT min(v)::text, coalesce(min(v) >= 0, true) INTO seen, ok FROM item WHERE {self.item_test()};",
            f"SELECT octet_length({self.some('c::bytea', 'p', 'm::text', 't')})::text INTO seen FROM a WHERE id = {row}; ok := true;"
            .replace("c::bytea", "c::text"))

    def write(self, row):
        column = self.column()
        value = self.some(*VALUES[column])
        both = "" if column == "b" else f", b = {self.some(*VALUES['b'])}"
        more = self.some("", "", f" AND {self.test(column)}", f" AND {self.test('v')}")
        return self.some(
            f"UPDATE a SET {column} = {value} WHERE id = {row}{more};",
            f"UPDATE a SET {column} = {value} WHERE id = {row}{more};",
            f"UPDATE a SET {column} = {value}{both} WHERE id = {row}{more};",
            f"UPDATE a SET v = i.v FROM item i WHERE i.id = {self.some(1, 2)} AND a.id = {row};",
            f"FOR y IN 1..2 LOOP UPDATE a SET {column} = {value} WHERE id = {row}; END LOOP;",
            f"UPDATE a SET v = v + 1 WHERE id = {row}; UPDATE a SET v = v - 1 WHERE id = {row};",
            f"UPDATE item SET {self.some('b = true', 'b = false', 'v = 0', 'v = x', 'owner = 1', 'v = abs(v)')} WHERE {self.some('id = 1', 'id = 2', 'owner = 1', 'b')};",
            f"IF NOT EXISTS (SELECT FROM item WHERE id = z) THEN INSERT INTO item VALUES (z, {self.some(1, 2, 'x')}, {self.some(0, 1, '-1', 'x')}, {self.some('true', 'false')}); END IF;",
            f"DELETE FROM item WHERE id = {self.some(1, 2)} AND {self.item_test()};")

    def branching(self, name):
        """Variables that only decide branches, mostly."""
        first, second = self.rows
        test = self.some("y >= 0", "y > x", "y = 1 OR y < 0", "y IS NULL", "NOT (y > 0 AND x > 0)", "y > 0 AND u >= 0", "y > u", "y >= 0 AND b")
        more = f"  SELECT v INTO u FROM a WHERE id = {second};\n" if "u" in test else ""
        more += f"  SELECT b INTO b FROM a WHERE id = {first};\n" if test.endswith("AND b") else ""
        result = self.some("''", "''", "''", "y::text", "done")
        tail = self.some("", "", "IF y < 0 THEN RETURN 'negative'; END IF;", "IF y > x THEN done := 'more'; END IF;", "done := y;",
                         "EXIT l WHEN y > 2;", "CASE WHEN y > 0 THEN done := 'above'; ELSE done := 'below'; END CASE;")
        body = f"""  SELECT {self.some('v', 'v', 'w')} INTO y FROM a WHERE id = {first};
{more}  /*P*/
  IF {test} THEN
    {self.write(second)}
  {self.some('', '', f"ELSIF y < x THEN {self.write(second)}", f"ELSE {self.write(second)}")} END IF;
  /*P*/
  {tail}
  RETURN {result};"""
        if "EXIT l" in tail:
            body = "<<l>> LOOP\n" + body + "\nEND LOOP;\nRETURN 'left';"
        return f"""CREATE FUNCTION {name}(x integer, z integer) RETURNS text LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE y integer; u integer; b boolean; done text;
BEGIN
{body}
END $$;
"""

    def text(self, name):
        first, second = self.rows
        before = self.write(second) if self.r.random() < 0.15 else ""
        otherwise = f"ELSE {self.write(second)} " if self.r.random() < 0.4 else ""
        if self.r.random() < 0.3:
            return self.branching(name)
        look = self.query(first)
        more = f"  {self.query(second)}\n" if self.r.random() < 0.2 else ""
        return f"""CREATE FUNCTION {name}(x integer, z integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE seen text; ok boolean; y integer := 0;
BEGIN
  {before}
  {look}
{more}  /*P*/
  IF ok THEN
    {self.write(second)}
  {otherwise}END IF;
  /*P*/
  RETURN {self.some('seen', 'ok::text', "''")};
END $$;
"""


def draw(r):
    count = r.choice([2, 2, 3])
    rows = [(1, 2), (2, 1), r.choice([(1, 2), (2, 1), (1, 1)])]
    text = SCHEMA + "".join(Program(r, rows[p]).text(f"f{p}") for p in range(count))

    def row(number):
        return (f"({number}, {r.choice([0, 1, -1, 5])}, {r.choice(['NULL', '0', '1'])}, {r.choice(['true', 'false'])}, "
                f"{r.choice(['$$k$$', '$$l$$'])}, 'k', 'k', 1, {r.choice(['1', '1.0'])}, {r.choice(['$$k$$', '$$k $$'])})")
    clients, init = [], [f"INSERT INTO a VALUES {row(1)}, {row(2)}",
                         f"INSERT INTO item VALUES (1, 1, {r.choice([0, 1, -1])}, {r.choice(['true', 'false'])})"]
    for _ in range(3):
        called = r.sample(range(count), 2) if r.random() < 0.7 else [r.randrange(count) for _ in range(r.choice([2, 3]))]
        clients.append([f"SELECT f{p}({r.choice([0, 1, 5])}, {r.choice([3, 4])})" for p in called])
    return {"sql": text, "init": init, "calls": clients, "levels": ["repeatable-read"]}
