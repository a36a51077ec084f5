"""Routines that ask only whether a row exists, beside others by which rows start or stop to match: EXISTS and IN, their negations, with
values that may be NULL, with conditions that can fail, with locks, in loops, after a write of the routine's own, and
whether a row is NULL."""

CONDITIONS = [*["v = 1", "v > 0", "v = z"] * 4, "k <> z", "v = 1 AND k < 3", "1 / v > 0", "NOT v = 0", "v IS NULL", "v = 1 OR k = z", "id = z"]
QUESTIONS = [*["EXISTS (SELECT FROM t WHERE {c})", "EXISTS (SELECT 1 FROM t WHERE {c} LIMIT 1)", "NOT EXISTS (SELECT FROM t WHERE {c})"] * 3,
             "z IN (SELECT k FROM t WHERE {c})", "z NOT IN (SELECT k FROM t WHERE {c})", "z = ANY (SELECT v FROM t WHERE {c})",
             "z <> ALL (SELECT v FROM t WHERE {c})", "EXISTS (SELECT FROM t JOIN u USING (id) WHERE {c} AND n >= 0)",
             "EXISTS (SELECT FROM t LEFT JOIN u ON u.id = t.k WHERE {c} AND u.n IS NULL)", "EXISTS (SELECT FROM t WHERE {c} FOR UPDATE)",
             "EXISTS (SELECT FROM t WHERE {c} OFFSET 1)", "EXISTS (SELECT v FROM t WHERE {c} GROUP BY v HAVING count(*) > 1)",
             "(SELECT count(*) FROM t WHERE {c}) > 0", "EXISTS (SELECT FROM t WHERE {c}) AND EXISTS (SELECT FROM t WHERE v = 2)",
             "EXISTS (SELECT FROM t x WHERE x.v = 1 AND EXISTS (SELECT FROM t WHERE {c} AND t.id <> x.id))"]
WRITES = [*["UPDATE u SET n = n + 1 WHERE id = 1"] * 6, "UPDATE u SET n = 7 WHERE id = z", "UPDATE t SET v = 0 WHERE id = z",
          "UPDATE t SET v = v + 1 WHERE id = 2", "INSERT INTO u VALUES (z + 5, 1) ON CONFLICT DO NOTHING", "m := m + 10"]
READS = [*["SELECT n INTO m FROM u WHERE id = 1"] * 6, "SELECT sum(n) INTO m FROM u", "m := 1", "SELECT v INTO m FROM t WHERE id = z",
         "UPDATE t SET v = 1 WHERE id = z + 1"]
CHANGES = [*["INSERT INTO t VALUES (z + 3, 1, z)"] * 4, "INSERT INTO t VALUES (z + 3, z, 1)", "UPDATE t SET v = 1 WHERE id = z", "UPDATE t SET v = 0 WHERE id = z",
           "UPDATE t SET v = 0 WHERE id = 1; UPDATE t SET v = 1 WHERE id = 2", "DELETE FROM t WHERE id = z", "UPDATE t SET k = z WHERE id = 2",
           "DELETE FROM t WHERE v = 1", "UPDATE t SET v = NULL WHERE id = z", "UPDATE t SET v = v + 1", "UPDATE t SET v = 1 - v WHERE id = z"]


def asks(r, name):
    condition = r.choice(CONDITIONS)
    question = r.choice(QUESTIONS).format(c=condition)
    then, other = r.choice(WRITES), r.choice([*WRITES, "NULL", "NULL", "RETURN -1"])
    form = r.choice(["IF {q} THEN /*P*/ {t}; ELSE /*P*/ {o}; END IF", "IF {q} THEN /*P*/ {t}; ELSE /*P*/ {o}; END IF", "b := {q}; /*P*/ {r}; IF b THEN {t}; END IF",
                     "FOR i IN 1..2 LOOP IF {q} THEN /*P*/ {t}; END IF; END LOOP", "UPDATE u SET n = n + 1 WHERE id = 1 AND {q}", "b := {q}",
                     "PERFORM 1 FROM t WHERE {c}; IF FOUND THEN /*P*/ {t}; ELSE /*P*/ {o}; END IF",
                     "SELECT * INTO w FROM t WHERE {c} ORDER BY id LIMIT 1; IF w IS NOT NULL THEN /*P*/ {t}; ELSE /*P*/ {o}; END IF",
                     "SELECT * INTO w FROM t WHERE {c} ORDER BY id LIMIT 1; IF w IS NULL THEN /*P*/ {t}; ELSE /*P*/ {o}; END IF",
                     "SELECT (t IS NOT NULL) INTO b FROM t WHERE {c} ORDER BY id LIMIT 1; /*P*/ {r}",
                     "SELECT count(*) INTO m FROM t WHERE t IS NOT NULL; /*P*/ {t}",
                     "PERFORM v FROM t WHERE {c} FOR SHARE; b := FOUND; /*P*/ {t}", "PERFORM 1 FROM t WHERE {c}; GET DIAGNOSTICS m = ROW_COUNT; /*P*/ {t}"])
    statement = form.format(q=question, c=condition, t=then, o=other, r=r.choice(READS))
    parts = [r.choice([*READS, *["m := 1"] * 30]), statement]
    if r.random() < .3:
        parts.reverse()
    return f"""CREATE FUNCTION {name}(z integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE m integer := 0; b boolean; w {r.choice(['record', 't'])};
BEGIN
  {parts[0]};
  /*P*/
  {parts[1]};
  RETURN m || '/' || coalesce(b::text, '');
END $$;
"""


def changes(r, name):
    parts = [r.choice(CHANGES), r.choice(READS)]
    if r.random() < .3:
        parts.reverse()
    return f"""CREATE FUNCTION {name}(z integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE m integer := 0;
BEGIN
  {parts[0]};
  /*P*/
  {parts[1]};
  RETURN m;
END $$;
"""


def draw(r):
    third = r.random() < .3
    sql = f"""CREATE TABLE t (id integer PRIMARY KEY, v integer, k integer);
CREATE TABLE u (id integer PRIMARY KEY, n integer NOT NULL);
{asks(r, "p")}{changes(r, "w")}{changes(r, "q_") if third else ""}"""
    init = [f"INSERT INTO t VALUES {r.choice(['(1, 0, 1), (2, 0, 2)', '(1, 0, 2)', '(2, 0, NULL)', '(1, 1, 1), (2, 0, 2)', '(1, 1, 2), (2, 1, 1)', '(2, 2, 1)', '(1, NULL, 1), (2, 1, NULL)'])}",
            "INSERT INTO u VALUES (1, 1), (2, 2)"]
    return {"sql": sql, "init": init, "levels": ["read-committed", "repeatable-read"],
            "calls": [["SELECT p(1)", f"SELECT {'q_' if third else 'w'}({r.choice([1, 2])})"], [f"SELECT w({r.choice([1, 2])})", "SELECT p(2)"]]}
