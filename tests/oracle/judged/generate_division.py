"""Conditions on quotients and remainders of values that are whole numbers, of types that are not integers, or are: as
parameters, variables, columns, fields, results, elements, and what CASE and its like make of them."""

SCHEMA = """CREATE TABLE t (id integer PRIMARY KEY, i integer NOT NULL, b bigint NOT NULL, n numeric NOT NULL,
                m numeric(10,2) NOT NULL, s smallint NOT NULL, d double precision NOT NULL);
CREATE TABLE u (id integer PRIMARY KEY, v integer NOT NULL);
CREATE DOMAIN amount AS numeric;
CREATE FUNCTION as_numeric(x integer) RETURNS numeric LANGUAGE plpgsql AS $$ BEGIN RETURN x; END $$;
CREATE FUNCTION as_integer(x numeric) RETURNS integer LANGUAGE plpgsql AS $$ BEGIN RETURN x; END $$;
CREATE FUNCTION out_numeric(x integer, OUT y numeric) LANGUAGE plpgsql AS $$ BEGIN y := x; END $$;
CREATE FUNCTION sql_numeric(x integer) RETURNS numeric LANGUAGE sql AS $$ SELECT x::numeric $$;
"""
VALUES = [0, 1, 2, 3, 4, 5, 7, 10]
TYPES = ["integer", "bigint", "smallint", "numeric", "numeric(8,1)", "double precision", "real", "amount"]
ROWS = ["SELECT a", "SELECT a::numeric", "SELECT a::integer", "VALUES (a), (1000.5)", "SELECT a UNION ALL SELECT 1000.5",
        "SELECT a UNION SELECT 1000.5", "SELECT 1000 UNION ALL SELECT a"]


def whole(r, depth, in_query, given=None):
    """An expression whose value is mostly that of a or of a column; what type it has is left to chance."""
    x = lambda: whole(r, depth - 1, in_query, given)
    if depth == 0:
        names = ["a", "n", "i", "g", "rec.x", "row.n", "row.i", "e[1]"]
        if in_query:
            names = ["t.i", "t.b", "t.n", "t.m", "t.s", "t.d"] * 2 + ["a", "w"]
        return r.choice(given or names)
    return r.choice([
        lambda: f"{x()}::{r.choice(TYPES)}", lambda: f"CAST({x()} AS {r.choice(TYPES)})",
        lambda: f"floor({x()})", lambda: f"ceil({x()})", lambda: f"round({x()})", lambda: f"trunc({x()}::numeric, 0)",
        lambda: f"abs({x()})", lambda: f"coalesce({x()}, {r.choice(['1.5', '1', 'NULL', '2::bigint'])})",
        lambda: f"greatest({x()}, {r.choice(['0', '0.0', '0::bigint'])})", lambda: f"least({x()}, 1000.0)",
        lambda: f"nullif({x()}, {r.choice(['-1', '-1.5'])})", lambda: f"({x()} ^ 1)", lambda: f"({x()} * 1)",
        lambda: f"({x()} * 1.0)", lambda: f"({x()} + {r.choice(['0', '0.0', '0::bigint'])})", lambda: f"(- (- {x()}))",
        lambda: f"CASE WHEN {x()} > 100 THEN {r.choice(['1', '1.5', 'NULL'])} ELSE {x()} END",
        lambda: f"CASE WHEN {x()} < 100 THEN {x()} ELSE {r.choice(['1', '1.5'])} END",
        lambda: f"as_numeric({x()}::integer)", lambda: f"as_integer({x()}::numeric)",
        lambda: f"out_numeric({x()}::integer)", lambda: f"sql_numeric({x()}::integer)",
        lambda: f"(SELECT s.k FROM (VALUES ({x()}), ({r.choice(['1000', '1000.5'])})) s (k) WHERE s.k < 1000)",
        lambda: f"(SELECT s.k FROM (SELECT {x()} AS k UNION ALL SELECT {r.choice(['1000', '1000.5'])}) s WHERE s.k < 1000)",
        lambda: f"(ARRAY[{x()}, {r.choice(['1', '1.5'])}])[1]", lambda: f"(SELECT {x()})",
        lambda: f"power({x()}, 1)", lambda: f"sign({x()})", lambda: f"mod({x()}::numeric, 100)"])()


def condition(r, in_query, given=None):
    value = whole(r, r.choice([0, 1, 1, 2]), in_query, given)
    how = r.choice([f"{value} / {r.choice([2, 3, 4])}"] * 6 + [f"{value} / 2.0", f"div({value}::numeric, 2)", f"{value}::numeric % 2",
                                                              f"({value} / 2) * 2", f"{value} / 2 + 0.0"])
    test = r.choice([f"{how} = {r.choice(['1.5', '0.5', '2.5', '1', '2', '0.75', '3.5'])}",
                     f"{how} <> floor({how})", f"{how} > 1 AND {how} < 2", f"({how}) * 2 = {value}",
                     f"({how}) * 2 <> {value}"])
    return f"({test}) IS TRUE"


def draw(r):
    kind = r.choice(["guard", "guard", "query", "aggregate"])
    if kind == "guard":
        declared = r.choice(["numeric", "bigint", "double precision", "amount", "numeric(8,1)"])
        given = r.choice(TYPES[:6]).replace("(8,1)", "")
        body = f"""CREATE PROCEDURE p(a {given}, z integer) LANGUAGE plpgsql AS $$
DECLARE n {declared} := a; i integer := a; g bigint; q integer; rec record; row t%ROWTYPE; e {r.choice(['integer', 'numeric'])}[] := ARRAY[a];
BEGIN
  g := a; row.n := a; row.i := a;
  SELECT s.k AS x INTO rec FROM ({r.choice(ROWS)}) s (k) WHERE s.k < 1000;
  IF {condition(r, False)} THEN
    SELECT v INTO q FROM u WHERE id = z;
    /*P*/
    UPDATE u SET v = q + 1 WHERE id = z;
  END IF;
END $$;"""
        a, b = r.choice(VALUES), r.choice(VALUES)
        calls = [[f"CALL p({a}::{given}, 1)", f"CALL p({r.choice([a, b])}::{given}, 1)"]]
        return {"sql": SCHEMA + body, "init": ["INSERT INTO u VALUES (1, 1), (2, 1)"], "calls": calls}
    k = r.choice(VALUES)
    row = f"(%s, {k}, {k}, {k}, {k}, {k}, {k})"
    if kind == "query":
        count = f"SELECT count(*) INTO c FROM t WHERE {condition(r, True)};"
    else:
        aggregate = r.choice(["sum", "avg", "max", "min", "sum"])
        column = r.choice(["i", "b", "n", "m", "s", "d"])
        count = (f"SELECT {aggregate}({column}) / {r.choice([2, 4, 3])} INTO h FROM t; "
                 f"c := CASE WHEN h {r.choice(['= 1.5', '= 2.5', '= 1', '> 1', '= 0.75'])} THEN 1 ELSE 0 END;")
    body = f"""CREATE FUNCTION p(a integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE w numeric := a; c bigint; h {r.choice(['numeric', 'integer', 'double precision'])}; y integer;
BEGIN
  {count}
  /*P*/
  SELECT v INTO y FROM u WHERE id = 1;
  RETURN c || ' ' || y;
END $$;
CREATE PROCEDURE w(x integer) LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO t VALUES (x, {k}, {k}, {k}, {k}, {k}, {k});
  /*P*/
  UPDATE u SET v = v + 8 WHERE id = 1;
END $$;"""
    init = ["INSERT INTO u VALUES (1, 1)"] + (["INSERT INTO t VALUES " + row % 1] if r.random() < 0.5 else [])
    return {"sql": SCHEMA + body, "init": init, "calls": [[f"SELECT p({r.choice(VALUES)})", "CALL w(5)"]]}
