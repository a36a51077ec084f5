"""Times of the clock and numbers of transactions: kept, compared by order, compared for equality."""

VALUES = [("timestamptz", "now()"), ("timestamptz", "clock_timestamp()"), ("timestamp", "localtimestamp"), ("bigint", "txid_current()"),
          ("timestamptz", "CURRENT_TIMESTAMP"), ("timestamptz", "statement_timestamp()")]
ANSWERS = ["m > mine", "m <= mine", "greatest(m, mine) = m", "mine BETWEEN m AND m", "m = mine", "m IS NULL", "NOT mine >= m"]
COUNTS = ["SELECT count(*) INTO n FROM t WHERE x > mine;", "SELECT count(*) INTO n FROM t WHERE NOT x <= mine;",
          "SELECT count(*) INTO n FROM t WHERE x = mine AND id = k;", "SELECT min(id) INTO n FROM (SELECT id FROM t ORDER BY x LIMIT 1) s;", "n := 0;"]


def draw(r):
    kind, value = r.choice(VALUES)
    lock = r.choice([" FOR UPDATE", " FOR UPDATE", ""])
    sql = f"""CREATE TABLE t (id int PRIMARY KEY, x {kind} NOT NULL);
CREATE FUNCTION p(k int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE m {kind}; mine {kind} := {value}; n bigint;
BEGIN
  /*P*/
  SELECT x INTO m FROM t WHERE id = 1{lock};
  {r.choice(COUNTS)}
  UPDATE t SET x = mine WHERE id = 1;
  RETURN n || ' ' || coalesce(({r.choice(ANSWERS)})::text, 'none');
END $$;
"""
    first = "0" if kind == "bigint" else "now()"
    return {"sql": sql, "init": [f"INSERT INTO t VALUES (1, {first})"], "calls": [["SELECT p(1)", "SELECT p(1)"]], "ignore": ["t"],
            "levels": ["read-committed"], "assumes": True}
