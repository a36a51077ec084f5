"""Texts compared under collations: whatever COLLATE, a column, a domain, a variable, a field or a call gives them, lost or kept
by the expression around; orders beside the database's own, and nondeterministic collations, under which other texts are equal."""

# what has the collation, the declarations it needs
SOURCES = ["{x}::{d}", "({x} COLLATE {c})", "(SELECT {x} COLLATE {c})", "(SELECT q FROM (SELECT {x}::{d} AS q) y)",
           "(WITH w AS (SELECT {x} COLLATE {c} AS q) SELECT q FROM w)", "coalesce({x}::{d}, '')", "(ARRAY[{x} COLLATE {c}])[1]",
           "CASE WHEN z > 0 THEN {x}::{d} ELSE '' END", "({x}::{d} || '')", "(SELECT max(q) FROM (VALUES ({x} COLLATE {c})) y(q))",
           "(SELECT q FROM (SELECT {x}::{d} AS q UNION ALL SELECT '' WHERE false) y)", "nullif({x}::{d}, '')", "w", "r.g",
           "(SELECT col FROM s WHERE col = {x} AND k = z)", "(SELECT q FROM sv WHERE q = {x} LIMIT 1)", "{x}", "u"]
ORDERS = ["{l} < {r}", "{r} > {l}", "{l} <= {r}", "({l}, 1) < ({r}, 1)", "{l} BETWEEN '' AND {r}", "greatest({l}, {r}) = {r}",
          "{r} > ANY (ARRAY[{l}])", "NOT {l} >= {r}", "least({l}, {r}) = {l}", "ARRAY[{l}] < ARRAY[{r}]",
          "(SELECT q FROM (VALUES ({l}), ({r})) y(q) ORDER BY q LIMIT 1) = {l}", "(SELECT min(q) FROM (VALUES ({l}), ({r})) y(q)) = {l}",
          "before({l}, {r})", "inside({l}, {r})"]
EQUAL = ["{l} = {r}", "{l} IN ({r})", "{r} IN ('q', {l})", "{l} = ANY (ARRAY[{r}])", "({l}, 1) = ({r}, 1)", "NOT {l} <> {r}",
         "{l} IS NOT DISTINCT FROM {r}", "nullif({l}, {r}) IS NULL", "CASE {l} WHEN {r} THEN true ELSE false END",
         "ARRAY[{l}] = ARRAY[{r}]", "EXISTS (SELECT FROM (VALUES ({l})) y(q) WHERE q = {r})", "same({l}, {r})",
         "{r} IN (SELECT {l})", "ARRAY[{l}] @> ARRAY[{r}]"]


def spelled(r, form, x, y, collation, domain, plain):
    sides = [r.choice(SOURCES), r.choice(["{x}", "{x}", "{x}", r.choice(SOURCES)])]
    if plain:
        sides = ["{x}", "{x}"]
    if "ARRAY[{l}] " in form:  # an array of a domain is compared with no other one
        sides = [side.replace("::{d}", " COLLATE {c}") for side in sides]
    left, right = (side.replace("{x}", name).replace("{c}", collation).replace("{d}", domain)
                   for side, name in zip(sides, (x, y)))
    return form.format(l=left, r=right)


def draw(r):
    equal = r.random() < 0.4
    collation, domain, tests = ("ci", "loose", EQUAL) if equal else ('"en-x-icu"', "word", ORDERS)
    x, y = r.choice([("a", "b"), ("a", "b"), ("b", "a")])
    form, again = r.choice(tests), r.choice(tests)
    first = spelled(r, form, x, y, collation, domain, False)
    second = spelled(r, r.choice([form, tests[0], again]), x, y, r.choice([collation, '"C"']), r.choice([domain, "plain"]),
                     r.random() < 0.7)
    guard = f"({first}) AND NOT ({second})" if r.random() < 0.5 else f"NOT ({first}) AND ({second})"
    sql = f"""CREATE COLLATION ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE DOMAIN word AS text COLLATE "en-x-icu";
CREATE DOMAIN plain AS text;
CREATE DOMAIN loose AS text COLLATE ci;
CREATE TABLE t (k integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE s (k integer PRIMARY KEY, col text COLLATE {collation} NOT NULL);
CREATE VIEW sv AS SELECT k, col AS q FROM s;
CREATE TYPE pair AS (g text COLLATE {collation}, h integer);
CREATE FUNCTION before(x text, y text) RETURNS boolean LANGUAGE sql AS $$ SELECT x < y $$;
CREATE FUNCTION inside(x text, y text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE u text := x; w text := y;
BEGIN RETURN u < w; END $$;
CREATE FUNCTION same(x text, y text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE u text := x; w text := y;
BEGIN RETURN u = w; END $$;
CREATE FUNCTION f(a text, b text, z integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint; w text COLLATE {collation} := a; u text := a; r pair;
BEGIN
  r.g := a;
  IF ({guard}) IS NOT TRUE THEN
    RETURN -1;
  END IF;
  SELECT count(*) INTO n FROM t WHERE v = 0;
  /*P*/
  UPDATE t SET v = 1 WHERE k = z;
  RETURN n;
END $$;
"""
    x, y = r.choice([("a", "A"), ("A", "a")] if equal else [("a", "B"), ("B", "a"), ("a", "b")])
    calls = [[f"SELECT f('{p}', '{q}', 1)", f"SELECT f('{p}', '{q}', 2)"] for p, q in ((x, y), (y, x))]
    init = ["INSERT INTO t VALUES (1, 0), (2, 0)", f"INSERT INTO s VALUES (1, '{x}'), (2, '{x}')"]
    return {"sql": sql, "init": init, "calls": calls, "levels": ["read-committed", "repeatable-read"]}
