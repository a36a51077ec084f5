"""Routines that look for rows by several keys and decide by how many they have found or changed, beside others that insert, delete and
change such rows."""

CONDITIONS = ["id IN (z, z + 1)", "id IN (z, z + 1)", "id = z OR id = 2", "id IN (z, z)", "id IN (z, NULL)", "id = ANY (ARRAY[z, 3])", "id IN (1, 2, z)",
              "id IN (z, z + 1) AND v > 0", "(id = z AND v = 0) OR id = 2", "id IN (z, z + 1) AND k <> 7", "id IN (z, z * 1.0)", "(id = z OR id = v)",
              "id IN (z, z + 1) AND id IN (2, 3)", "NOT id NOT IN (z, z + 1)", "id + 0 IN (z, z + 1)"]
COUNTS = ["PERFORM 1 FROM t WHERE {c}; GET DIAGNOSTICS n = ROW_COUNT", "PERFORM 1 FROM t WHERE {c} FOR UPDATE; GET DIAGNOSTICS n = ROW_COUNT",
          "PERFORM 1 FROM t WHERE {c} ORDER BY id FOR UPDATE; GET DIAGNOSTICS n = ROW_COUNT", "PERFORM 1 FROM t WHERE {c} FOR SHARE; GET DIAGNOSTICS n = ROW_COUNT",
          "SELECT count(*) INTO n FROM t WHERE {c}", "SELECT count(v) INTO n FROM t WHERE {c}", "UPDATE t SET v = v + 1 WHERE {c}; GET DIAGNOSTICS n = ROW_COUNT",
          "DELETE FROM t WHERE {c}; GET DIAGNOSTICS n = ROW_COUNT", "SELECT v INTO m FROM t WHERE {c}; GET DIAGNOSTICS n = ROW_COUNT",
          "PERFORM 1 FROM t WHERE {c} LIMIT 1; GET DIAGNOSTICS n = ROW_COUNT", "PERFORM DISTINCT v FROM t WHERE {c}; GET DIAGNOSTICS n = ROW_COUNT",
          "PERFORM count(*) FROM t WHERE {c}; GET DIAGNOSTICS n = ROW_COUNT", "PERFORM 1 FROM t WHERE {c} FOR UPDATE; n := FOUND::int",
          "n := (EXISTS (SELECT FROM t WHERE {c}))::int", "SELECT v INTO m FROM t WHERE {c} FOR UPDATE; GET DIAGNOSTICS n = ROW_COUNT"]
GUARDS = ["n = 2", "n = 2", "n < 2", "n <> 1", "n = 0", "n >= 1", "n = 1"]
WRITES = ["UPDATE t SET v = v - 1 WHERE id = z; UPDATE t SET v = v + 1 WHERE id = z + 1", "UPDATE t SET v = v - 1 WHERE id = z", "UPDATE u SET n = 1 WHERE id = 1",
          "SELECT u.n INTO m FROM u WHERE id = 1; /*P*/ UPDATE u SET n = m + 1 WHERE id = 1", "INSERT INTO u VALUES (z + 5, 1) ON CONFLICT DO NOTHING",
          "SELECT sum(v) INTO m FROM t WHERE {c}", "UPDATE t SET v = m WHERE id = z"]
CHANGES = ["INSERT INTO t VALUES (z + 1, 1, z)", "INSERT INTO t VALUES (3, 1, z)", "DELETE FROM t WHERE id = z", "DELETE FROM t WHERE id IN (z, z + 1)",
           "UPDATE t SET v = 0 WHERE id = z", "UPDATE t SET v = v + 1 WHERE id IN (1, 2)", "UPDATE t SET id = id + 1 WHERE id = 2", "UPDATE u SET n = 5 WHERE id = 1",
           "INSERT INTO t VALUES (z, 1, 1) ON CONFLICT (id) DO UPDATE SET v = t.v + 1"]


def routine(name, text):
    return f"""CREATE FUNCTION {name}(z integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE m integer := 0; n bigint := 0;
BEGIN
  {text};
  RETURN m || '/' || n;
END $$;
"""


def asks(r, name):
    condition = r.choice(CONDITIONS)
    count, then = r.choice(COUNTS).format(c=condition), r.choice(WRITES).format(c=condition)
    return routine(name, r.choice(["{q}; /*P*/ IF {g} THEN {t}; END IF", "{q}; IF NOT {g} THEN RAISE EXCEPTION 'no'; END IF; /*P*/ {t}",
                                   "{q}; /*P*/ IF {g} THEN {t}; ELSE m := 9; END IF"]).format(q=count, g=r.choice(GUARDS), t=then))


def draw(r):
    sql = f"""CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL, k integer);
CREATE TABLE u (id integer PRIMARY KEY, n integer NOT NULL);
{asks(r, "p")}{asks(r, "q_") if r.random() < .5 else routine("q_", r.choice(CHANGES))}{routine("w", r.choice(CHANGES) + "; /*P*/ " + r.choice(CHANGES))}"""
    init = [f"INSERT INTO t VALUES {r.choice(['(1, 0, 1), (2, 0, 2)', '(1, 1, 2)', '(2, 1, NULL)', '(1, 1, 1), (2, 2, 2), (3, 3, 3)'])}",
            "INSERT INTO u VALUES (1, 1), (2, 2)"]
    return {"sql": sql, "init": init, "levels": ["read-committed", "repeatable-read"],
            "calls": [["SELECT p(1)", f"SELECT w({r.choice([1, 2])})"], ["SELECT p(1)", f"SELECT q_({r.choice([1, 2])})"], ["SELECT p(1)", "SELECT p(2)"]]}
