"""A lock that a call takes, anywhere in an expression or a query, before a lost update: an analysis that relies on a lock that the
server does not take is called safe. Places are those of tests/evaluated-positions, and random expressions."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "evaluated-positions"))
from positions import DECLARATIONS, POSITIONS, ROWS, SCHEMA  # noqa: E402

# Statements that a second instance of the same routine cannot run beside the first, and what cannot be undone by emptying tables.
TEXTS = [p[1] for p in POSITIONS if not any(word in p[1] for word in ("CREATE", "EXPLAIN", "INSERT INTO t ", "INSERT INTO e VALUES (1"))]


def typed(value):
    """A bare NULL beside others like it would be a text."""
    return "NULL::int" if value == "NULL" else value


def number(r, depth):
    if depth == 0:
        return r.choice(["1", "2", "NULL", "i2", "nul", "CALL", "CALL", "n(2)", "m(2)", "(SELECT v FROM t WHERE id = 1)", "abs(i2)",
                         "nothing_null()"])
    a, b, c = (number(r, depth - 1) for _ in range(3))
    bare = a
    a, b, c = (typed(x) for x in (a, b, c))
    return r.choice([f"({bare} + {b})", f"({a} + {b})", f"(- {a})", f"abs({a})", f"mod({a}, {b})", f"COALESCE({a}, {b})",
                     f"NULLIF({a}, {b})", f"GREATEST({a}, {b})", f"CASE WHEN {truth(r, depth - 1)} THEN {a} ELSE {b} END",
                     f"CASE {a} WHEN {b} THEN {c} ELSE 7 END", f"(ARRAY[{a}, {b}])[1]", f"of_two({a}, {b})", f"only_first({a}, {b})",
                     f"strict_of_two({a}, {b})", f"add_all({a}, {b})", f"(SELECT {a})", f"(SELECT {a} FROM t WHERE id = 1)",
                     f"(SELECT max({a}) FROM e)", f"({a})::int", f"(ROW({a}, {b})::pair).p"])


def truth(r, depth):
    if depth <= 0:
        return r.choice(["true", "false", "NULL", "o", "i2 = 2", "CALL = 1", "b(2)"])
    a, b = typed(number(r, depth - 1)), number(r, depth - 1)
    x, y = (truth(r, depth - 1) for _ in range(2))
    return r.choice([f"({a} = {b})", f"({a} < {b})", f"({x} AND {y})", f"({x} OR {y})", f"(NOT {x})", f"({a} IS NULL)",
                     f"({x} IS TRUE)", f"({a} BETWEEN {b} AND 3)", f"({a} IN ({b}, 2))", f"({a} IN (SELECT id FROM e))",
                     f"({a} = ANY (ARRAY[{b}, 1]))", f"EXISTS (SELECT {a} FROM t WHERE {x})", f"({a} IS DISTINCT FROM {b})",
                     f"(ROW({a}, 1) = ROW({b}, 2))"])


# Beside other items of FROM, and beside sets in a SELECT list.
PLANNED = ["PERFORM qq FROM e, LATERAL (SELECT {} AS qq) z;", "PERFORM qq FROM (SELECT {} AS qq) z, e;", "PERFORM generate_series(1, 0), {};",
           "PERFORM qq FROM t LEFT JOIN (SELECT {} AS qq) z ON t.id = 0;", "PERFORM generate_series(1, 2), {} FROM e;",
           "PERFORM 1 FROM e JOIN generate_series(1, {}) y ON true;"]
# As conditions on rows, which a plan may turn into joins, or evaluate once, or not at all.
CONDITIONS = ["y.id IN (SELECT {})", "y.id = ANY (SELECT {})", "y.id NOT IN (SELECT {})", "y.id > ALL (SELECT {})", "y.id = (SELECT {})",
              "EXISTS (SELECT 1 FROM (SELECT {} AS qq) z WHERE z.qq = y.id)", "EXISTS (SELECT 1 WHERE {} = 1)",
              "EXISTS (SELECT 1 FROM t x WHERE x.id = y.id AND {} = 1)", "y.id IN (SELECT x.id FROM t x WHERE {} = 1)",
              "(y.id, 1) IN (SELECT {}, 1)", "y.id IN (SELECT x.id FROM e x, (SELECT {} AS qq) z)", "y.id = 1 AND y.id = 2 AND {} = 1",
              "y.id IS NULL AND {} = 1", "y.id < {}", "{} = 1", "y.id = 1 OR {} = 1", "CASE WHEN y.id > 5 THEN {} = 1 ELSE true END"]
ROWS_OF = ["e y", "t y", "t x JOIN e y USING (id)", "e x LEFT JOIN t y USING (id)", "(SELECT id FROM t OFFSET 5) y", "t y LEFT JOIN e x USING (id)"]


def statement(r):
    if r.random() < 0.1:
        return r.choice(PLANNED).format(r.choice(["m(1)", "w(1)", "n(2)"]))
    if r.random() < 0.15:
        condition = r.choice(CONDITIONS).format(r.choice(["m(1)", "m(1)", "w(1)", "n(2)"]))
        rows = r.choice(ROWS_OF)
        return r.choice([f"PERFORM 1 FROM {rows} WHERE {condition};", f"SELECT count(*) INTO i1 FROM {rows} WHERE {condition};",
                         f"IF EXISTS (SELECT 1 FROM {rows} WHERE {condition}) THEN NULL; END IF;"])
    value = number(r, r.choice([1, 2, 2, 3]))
    call = r.choice(["m(1)", "m(1)", "m(1)", "s(1)", "w(1)", "i(1)"])
    text = r.choice([f"i1 := {value};", f"i1 := {value};", f"SELECT {value} INTO i1;", f"PERFORM {value};", f"IF {truth(r, 2)} THEN NULL; END IF;",
                     f"SELECT qq INTO i1 FROM (SELECT {value} AS qq, 1 AS l) z;", f"SELECT l INTO i1 FROM (SELECT {value} AS qq, 1 AS l) z;",
                     f"i1 := max({value}) FROM t WHERE id = 1;", f"RAISE DEBUG '%', {value};", f"EXECUTE 'SELECT $1' INTO i1 USING {value};"])
    if "CALL" not in text:
        text = text.replace("i2", "CALL", 1) if "i2" in text else text
    return text.replace("CALL", call)


def draw(r):
    text = r.choice(TEXTS) if r.random() < 0.35 else statement(r)
    sql = f"""{SCHEMA}
CREATE TABLE u(id int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE asks(a int) LANGUAGE plpgsql AS $x$
DECLARE {DECLARATIONS} q int;
BEGIN
  {text}
  /*P*/ SELECT v INTO q FROM u WHERE id = 1; /*P*/ UPDATE u SET v = q + 1 WHERE id = 1;
END $x$;
"""
    init = [s.strip() for s in ROWS.split(";") if s.strip()]
    return {"sql": sql, "init": [*init, "INSERT INTO u VALUES (1, 1)"], "calls": [["CALL asks(11)", "CALL asks(12)"]],
            "levels": ["read-committed"]}
