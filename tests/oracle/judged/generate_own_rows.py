"""Rows that a routine finds by keys which its own INSERT has given, and queries whose result nothing looks at; beside each, what
looks much the same and is not: keys that come from elsewhere, INSERTs that are undone, results that are asked for."""

# How x comes to hold a key. The first three are the routine's own rows.
KEYS = ["INSERT INTO t VALUES (z, 0) RETURNING id INTO x", "INSERT INTO t VALUES (z, 0) ON CONFLICT DO NOTHING RETURNING id INTO x",
        "INSERT INTO t VALUES (z, 1) RETURNING t.id INTO x; DELETE FROM t WHERE id = x",
        "INSERT INTO t VALUES (z, 0) ON CONFLICT (id) DO UPDATE SET v = t.v RETURNING id INTO x",
        "BEGIN INSERT INTO t VALUES (z, 0) RETURNING id INTO x; IF z > 0 THEN RAISE 'undone'; END IF; EXCEPTION WHEN others THEN x := z; END",
        "BEGIN INSERT INTO t VALUES (z, 0) RETURNING id INTO x; RAISE 'undone'; EXCEPTION WHEN raise_exception THEN NULL; END",
        "INSERT INTO t VALUES (z + 4, 0) RETURNING id - 4 INTO x", "INSERT INTO u VALUES (z + 4, 0) RETURNING k INTO x",
        "INSERT INTO t VALUES (z + 4, 0) RETURNING id INTO x; x := z", "INSERT INTO u VALUES (z, 0) RETURNING id INTO x",
        "INSERT INTO t VALUES (z + 4, 0) RETURNING id INTO x; FOR x IN SELECT id FROM t ORDER BY id LOOP EXIT; END LOOP",
        "SELECT id INTO x FROM t WHERE id = z", "UPDATE t SET v = v WHERE id = z RETURNING id INTO x"]
LISTS = ["ids := array_append(ids, x)", "ids := ids || x", "ids := ARRAY[x]", "ids := array_append(ids, x); ids := ids || z",
         "ids := array_append(ids, z)", "ids[1] := x"]
TYPES = ["integer", "integer", "integer", "bigint", "numeric(1,0)"]
USES = ["SELECT sum(v) INTO n FROM t WHERE id = ANY (ids)", "SELECT sum(v) INTO n FROM t WHERE id = x",
        "SELECT count(*) INTO n FROM t WHERE id = ANY (ids)", "SELECT sum(t.v) INTO n FROM u LEFT JOIN t ON t.id = x WHERE u.k = 1",
        "SELECT sum(u.v) INTO n FROM u LEFT JOIN t ON u.k = x", "SELECT sum(1 / (v + 1)) INTO n FROM t WHERE id = ANY (ids)",
        "SELECT sum(v) INTO n FROM t WHERE id = ANY (ids) OR v > 3", "SELECT sum(v) INTO n FROM t WHERE NOT id = ANY (ids)"]
LOOKS = ["PERFORM 1 FROM t WHERE id = z", "PERFORM 1 FROM t WHERE id = z FOR UPDATE", "PERFORM v FROM t WHERE id = z FOR SHARE",
         "PERFORM * FROM t WHERE v > 0", "PERFORM 1 / v FROM t WHERE id = z", "PERFORM 1 FROM t WHERE id = z AND 1 / v > 0",
         "PERFORM note(v) FROM t WHERE id = z", "PERFORM note(1) FROM t", "PERFORM 1 FROM seen", "PERFORM 1 FROM t WHERE id = (SELECT note(max(v)) FROM t)"]
ASKS = ["", "", "", "IF FOUND THEN n := 7; END IF", "GET DIAGNOSTICS n = ROW_COUNT", "n := coalesce(n, 0) + found::integer"]
LATER = ["UPDATE u SET v = coalesce(n, 0) + 1 WHERE k = 1", "UPDATE t SET v = v + 1 WHERE id = z", "SELECT sum(v) INTO n FROM t",
         "UPDATE u SET v = v + 1 WHERE k = 1", "INSERT INTO t VALUES (z + 2, 1) ON CONFLICT DO NOTHING", "UPDATE t SET v = v + 1 WHERE id = x"]


def keyed(r):
    use = r.choice(USES)
    listed = f"; {r.choice(LISTS)}" if "ids" in use else ""
    looped = r.random() < .2 and "z + 4" not in use
    body = f"{r.choice(KEYS)}{listed}"
    body = f"FOR i IN 1..1 LOOP {body}; END LOOP" if looped else body
    return f"{body};\n  /*P*/\n  {use}"


def looked(r):
    return f"{r.choice(LOOKS)};\n  {r.choice(ASKS)}".rstrip("; \n")


def routine(r, name):
    first = keyed(r) if r.random() < .6 else looked(r)
    kind = r.choice(TYPES)
    start = r.choice(["", " := '{}'", " := ARRAY[]::integer[]", " := ARRAY[1]"])
    return f"""CREATE FUNCTION {name}(z integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE x {kind}; ids integer[]{start}; n integer;
BEGIN
  {first};
  /*P*/
  {r.choice(LATER)};
  RETURN n || '/' || coalesce(x, 0);
END $$;
"""


def draw(r):
    sql = f"""CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE u (k integer PRIMARY KEY, v integer NOT NULL, id integer DEFAULT 1);
CREATE TABLE notes (v integer);
CREATE VIEW seen AS SELECT id FROM t;
CREATE FUNCTION note(a integer) RETURNS integer LANGUAGE plpgsql AS $$ BEGIN INSERT INTO notes VALUES (a); RETURN a; END $$;
{routine(r, "p")}{routine(r, "q_")}CREATE FUNCTION w(z integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  {r.choice(["UPDATE t SET v = v + 1 WHERE id = z", "DELETE FROM t WHERE id = z", "INSERT INTO t VALUES (z, 2)", "UPDATE t SET v = 0 WHERE id = z"])};
  /*P*/
  {r.choice(["UPDATE u SET v = v + 2 WHERE k = 1", "UPDATE t SET v = v + 1 WHERE id = 2", "NULL"])};
END $$;
"""
    init = [f"INSERT INTO t VALUES {r.choice(['(1, 1), (2, 1)', '(2, 1)', '(1, 0), (2, 4)'])}", "INSERT INTO u VALUES (1, 1)"]
    return {"sql": sql, "init": init, "calls": [["SELECT p(1)", "SELECT q_(1)"], ["SELECT w(1)", "SELECT p(2)"]]}
