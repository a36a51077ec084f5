"""Tables whose rows, or some of them, another server has: here the same one, in a transaction of its own, which no level of the
programs' transactions covers."""

SERVER = """CREATE EXTENSION postgres_fdw;
CREATE SERVER other FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '@socket', dbname 'postgres', options '-c lock_timeout=50');
CREATE USER MAPPING FOR PUBLIC SERVER other OPTIONS (user 'isoproof');
CREATE SCHEMA kept;
CREATE TABLE kept.r (id int PRIMARY KEY, v int NOT NULL);
"""
OPTIONS = "SERVER other OPTIONS (schema_name 'kept', table_name 'r')"
KINDS = {
    "partition": f"""CREATE TABLE t (id int NOT NULL, v int NOT NULL) PARTITION BY RANGE (id);
CREATE TABLE near PARTITION OF t FOR VALUES FROM (0) TO (2);
CREATE FOREIGN TABLE far PARTITION OF t FOR VALUES FROM (2) TO (9) {OPTIONS};
""",
    "attached": f"""CREATE TABLE t (id int NOT NULL, v int NOT NULL) PARTITION BY LIST (id);
CREATE TABLE near PARTITION OF t FOR VALUES IN (1);
CREATE FOREIGN TABLE far (id int NOT NULL, v int NOT NULL) {OPTIONS};
ALTER TABLE t ATTACH PARTITION far FOR VALUES IN (2);
""",
    "child": f"""CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
CREATE FOREIGN TABLE far () INHERITS (t) {OPTIONS};
""",
    "hidden": f"""CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
CREATE SCHEMA far;
CREATE FOREIGN TABLE far.t (id int NOT NULL, v int NOT NULL) {OPTIONS};
""",
    # COMMIT: the other session sees what it imports
    "imported": """ALTER TABLE kept.r RENAME TO t;
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
CREATE SCHEMA far;
COMMIT;
IMPORT FOREIGN SCHEMA kept FROM SERVER other INTO far;
""",
}
HIDING = ("hidden", "imported")
LOOKS = ["SELECT v INTO n FROM t WHERE id = p;", "SELECT sum(v) INTO n FROM t;", "SELECT count(*) INTO n FROM t WHERE v = 0;",
         "SELECT v INTO n FROM u WHERE id = 1;", "SELECT max(v) INTO n FROM seen;", "SELECT count(*) INTO n FROM u WHERE v < look(p);"]
CHANGES = ["UPDATE t SET v = v + 1 WHERE id = p;", "UPDATE t SET v = coalesce(n, 0) + 1 WHERE id = p;", "DELETE FROM t WHERE id = p;",
           "UPDATE u SET v = v + 1 WHERE id = 1;", "UPDATE u SET v = coalesce(n, 0) + 1 WHERE id = 1;"]


def routine(r, name, path):
    return f"""CREATE FUNCTION {name}(p int) RETURNS bigint LANGUAGE plpgsql{path} AS $$
DECLARE n bigint;
BEGIN
  {r.choice(LOOKS)}
  /*P*/
  {r.choice(CHANGES)}
  RETURN n;
END $$;
"""


def draw(r):
    kind = r.choice(list(KINDS))
    path = " SET search_path = far, public" if kind in HIDING else ""
    sql = f"""{SERVER}{KINDS[kind]}CREATE TABLE u (id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION look(p int) RETURNS int LANGUAGE sql STABLE{path} AS 'SELECT max(v) FROM t WHERE id = p';
CREATE VIEW seen AS SELECT v FROM {"far.t" if kind in HIDING else "t"};
{routine(r, "f", path)}{routine(r, "g", path)}"""
    init = ["INSERT INTO u VALUES (1, 0)", f"INSERT INTO kept.{'t' if kind == 'imported' else 'r'} VALUES (2, 0)", "INSERT INTO t VALUES (1, 0)"]
    return {"sql": sql, "init": init, "calls": [["SELECT f(2)", "SELECT g(2)"], ["SELECT f(1)", "SELECT g(2)"], ["SELECT f(2)", "SELECT f(2)"]]}
