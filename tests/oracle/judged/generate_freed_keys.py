"""A key that one transaction deletes and another inserts unseen, on a table of many pages: whether serializable notices depends
on the index by which the DELETE has found its row."""

INDEXES = ["", "", "CREATE INDEX ON t (b);", "CREATE INDEX ON t (b, k);", "CREATE INDEX ON t (c);", "CREATE INDEX ON t (k, c);",
           "CREATE INDEX ON t (k) WHERE b = 5;", "CREATE INDEX ON t (k) WHERE c > 0;", "CREATE INDEX ON t ((b + 1), k);",
           "CREATE UNIQUE INDEX ON t (b, k);", "CREATE INDEX ON t (k) WHERE k::text = '5';", "CREATE INDEX ON t USING hash (b);",
           "CREATE INDEX ON t USING hash (k);"]
FURTHER = ["b = 5", "b = 5", "b = z", "c > 0", "b + 1 = 6", "b IN (5, 7)", "c IS NOT NULL", "b = c", "k::text = '5'", "b = (SELECT 5)",
           "EXISTS (SELECT 1 FROM x WHERE x.k = t.b)", "(b = 5 OR c = 9)"]
KEYS = ["k = z", "k = z", "k = z", "k = z", "k = z", "k IN (z)", "k = ANY (ARRAY[z])", "k <= z AND k >= z"]
READS = ["SELECT v INTO a FROM x WHERE k = 1", "SELECT v INTO a FROM x WHERE k = 1", "SELECT sum(v) INTO a FROM x"]
LOOKS = ["", "", "", "IF EXISTS (SELECT 1 FROM t WHERE k = z AND b = 3) THEN RETURN 0; END IF;",
         "DELETE FROM t WHERE k = z AND b = 1000;", "PERFORM 1 FROM t WHERE b = 1000 AND k = z;"]
TAKES = ["INSERT INTO t VALUES (z, 1000000, 1000000)", "INSERT INTO t VALUES (z, 1000000, 1000000)", "INSERT INTO t VALUES (z, 5, 1000000)",
         "INSERT INTO t VALUES (z + 0.0, 1000000, 5)", "INSERT INTO t VALUES (z, 1000000, 7) ON CONFLICT DO NOTHING"]
WRITES = ["UPDATE x SET v = v + 1 WHERE k = 1", "UPDATE x SET v = z WHERE k = 1"]


def leaves(r, conditions):
    """DELETE by conditions, by a cursor on the rows that they give, or of all rows."""
    how = r.choice(["conditions", "conditions", "conditions", "cursor", "all"])
    if how == "cursor":
        return ("FOR r IN c LOOP DELETE FROM t WHERE CURRENT OF c; END LOOP",
                f"c CURSOR FOR SELECT * FROM t WHERE {conditions}{r.choice(['', '', ' FOR UPDATE'])};")
    return "DELETE FROM t" + (f" WHERE {conditions}" if how == "conditions" else ""), ""


def draw(r):
    kind = r.choice(["integer", "integer", "numeric"])
    conditions = [r.choice(KEYS), *r.sample(FURTHER, r.choice([0, 1, 1, 2]))]
    r.shuffle(conditions)
    leave, cursor = leaves(r, " AND ".join(conditions))
    indexes = "\n".join(sorted({r.choice(INDEXES) for _ in range(r.choice([0, 1, 2]))} - {""}))
    sql = f"""CREATE TABLE x (k integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE t (k {kind} PRIMARY KEY, b integer NOT NULL, c integer NOT NULL);
{indexes}
CREATE FUNCTION take(z {kind}) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE a integer;
BEGIN
  {r.choice(READS)};
  {r.choice(LOOKS)}
  /*P*/
  {r.choice(TAKES)};
  RETURN a;
END $$;
CREATE FUNCTION leave(z {kind}) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE a integer; {cursor}
BEGIN
  {r.choice(READS)};
  /*P*/
  {leave};
  RETURN a;
END $$;
CREATE FUNCTION w(z integer) RETURNS void LANGUAGE sql AS $$ {r.choice(WRITES)} $$;
"""
    init = ["INSERT INTO x VALUES (1, 0)", "INSERT INTO t SELECT i, i, i FROM generate_series(1, 2000) i"]
    calls = [["SELECT take(5)", "SELECT w(3)", "SELECT leave(5)"]]
    return {"sql": sql, "init": init, "calls": calls, "levels": ["serializable"]}
