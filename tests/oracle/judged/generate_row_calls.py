"""Calls that give rows, taken apart: (f(x)).*, (f(x)).a beside (f(x)).b, in lists of SELECT, INSERT, RETURNING and rows. The
server runs the function for each field."""

READS = ["SELECT v, w INTO r.a, r.b FROM t WHERE k = z", "SELECT v, w INTO r FROM t WHERE k = z FOR UPDATE",
         "SELECT sum(v), count(*) INTO r FROM t"]
WRITES = ["UPDATE t SET v = v + 1 WHERE k = z RETURNING v, w INTO r", "UPDATE t SET w = w + v WHERE k = z RETURNING v, w INTO r",
          "INSERT INTO u VALUES (z, 1) ON CONFLICT (k) DO UPDATE SET v = u.v + 1 RETURNING v, k INTO r"]


def taken(r, call):
    return r.choice([f"SELECT ({call}).* INTO n, m", f"SELECT ({call}).a, ({call}).b INTO n, m", f"SELECT ({call}).a INTO n",
                     f"SELECT a, b INTO n, m FROM {call}", f"SELECT (q).* INTO n, m FROM (SELECT {call} AS q OFFSET 0) x",
                     f"SELECT (q).* INTO n, m FROM (SELECT {call} AS q) x", f"INSERT INTO s SELECT ({call}).*; n := 1",
                     f"SELECT (x.c).* INTO n, m FROM (VALUES ({call})) x(c)", f"got := {call}; n := got.a; m := got.b",
                     f"SELECT ((SELECT {call})).* INTO n, m", f"UPDATE t SET (v, w) = (SELECT ({call}).*) WHERE k = 3; n := 0"])


def draw(r):
    functions = "".join(f"""CREATE FUNCTION {name}(z integer) RETURNS pair LANGUAGE plpgsql{r.choice(['', '', ' STABLE']) if reads else ''} AS $$
DECLARE r pair;
BEGIN
  {r.choice(READS if reads else WRITES)};
  RETURN r;
END $$;
""".replace(" FOR UPDATE", "") for name, reads in (("f", True), ("g", False)))
    programs = []
    for name in ("p", "q_"):
        body = taken(r, f"{r.choice('fg')}(z)")
        programs.append(f"""CREATE FUNCTION {name}(z integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE n integer; m integer; got pair;
BEGIN
  {body};
  /*P*/
  {r.choice(['NULL', 'UPDATE t SET v = coalesce(n, 0) + 1 WHERE k = z', 'UPDATE t SET w = 7 WHERE k = z AND n = m', ''])};
  RETURN n || '/' || coalesce(m, 0);
END $$;
""".replace("  ;\n", ""))
    sql = f"""CREATE TABLE t (k integer PRIMARY KEY, v integer NOT NULL, w integer NOT NULL);
CREATE TABLE u (k integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE s (a integer, b integer);
CREATE TYPE pair AS (a integer, b integer);
{functions.replace('  SELECT v', '  /*P*/ SELECT v').replace('  UPDATE', '  /*P*/ UPDATE')}{''.join(programs)}"""
    init = ["INSERT INTO t VALUES (1, 1, 1), (2, 1, 1), (3, 0, 0)"]
    return {"sql": sql, "init": init, "calls": [["SELECT p(1)", "SELECT q_(1)"], ["SELECT p(1)", "SELECT p(1)"]]}
