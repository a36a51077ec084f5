"""A child's foreign key to a partitioned table, to one of its partitions, or to a plain table: which rows the check finds depends on that, and
not on the snapshot alone."""

PARENTS = ["""CREATE TABLE parent (id int PRIMARY KEY, v int NOT NULL) PARTITION BY RANGE (id);
CREATE TABLE low PARTITION OF parent FOR VALUES FROM (0) TO (2);
CREATE TABLE high PARTITION OF parent FOR VALUES FROM (2) TO (100);
""", """CREATE TABLE parent (id int PRIMARY KEY, v int NOT NULL) PARTITION BY HASH (id);
CREATE TABLE low (id int NOT NULL, v int NOT NULL);
ALTER TABLE parent ATTACH PARTITION low FOR VALUES WITH (MODULUS 1, REMAINDER 0);
""", """CREATE TABLE parent (id int PRIMARY KEY, v int NOT NULL);
"""]
LOOKS = ["SELECT count(*) INTO n FROM parent WHERE id = p;", "SELECT coalesce(sum(v), 0) INTO n FROM parent;",
         "SELECT v INTO n FROM parent WHERE id = p;", "SELECT count(*) INTO n FROM child WHERE pid = p;"]
REFERS = ["INSERT INTO child VALUES (p, p);", "UPDATE child SET pid = p WHERE id = 7;",
          "INSERT INTO child VALUES (7, p) ON CONFLICT (id) DO UPDATE SET pid = excluded.pid;"]
CHANGES = ["INSERT INTO parent VALUES (p, 5);", "DELETE FROM parent WHERE id = p;", "UPDATE parent SET v = v + 1 WHERE id = p;",
           "UPDATE parent SET id = p + 1 WHERE id = p;", "DELETE FROM parent WHERE id = p; INSERT INTO parent VALUES (p, 6);"]


def draw(r):
    parents = r.choice(PARENTS)
    target = "low" if "low" in parents and r.random() < 0.2 else "parent"
    action = r.choice(["", "", " ON DELETE CASCADE", " ON DELETE SET NULL", " ON UPDATE CASCADE"])
    late = r.choice(["", "", " DEFERRABLE INITIALLY DEFERRED"])
    refers = r.choice(REFERS)
    if r.random() < 0.3:
        refers = f"BEGIN {refers} EXCEPTION WHEN foreign_key_violation THEN n := coalesce(n, 0) + 100; END;"
    sql = f"""{parents}CREATE TABLE child (id int PRIMARY KEY, pid int REFERENCES {target}{action}{late});
CREATE FUNCTION add_child(p int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
  {r.choice(LOOKS)}
  /*P*/
  {refers}
  /*P*/
  RETURN n;
END $$;
CREATE FUNCTION change(p int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
  {r.choice(["", *LOOKS])}
  /*P*/
  {r.choice(CHANGES)}
  RETURN n;
END $$;
"""
    init = ["INSERT INTO parent VALUES (1, 3)"] if r.random() < 0.5 else []
    if r.random() < 0.5:
        init.append("INSERT INTO child VALUES (7, NULL)")
    key = r.randint(1, 2) if target == "parent" else 1
    return {"sql": sql, "init": init,
            "calls": [[f"SELECT add_child({key})", f"SELECT change({key})"], [f"SELECT change({key})", f"SELECT change({key})"]]}
