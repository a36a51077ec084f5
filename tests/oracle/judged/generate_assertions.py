"""Guards by ASSERT, which functions, roles and databases may switch off (plpgsql.check_asserts)."""

GUARDS = ["a > 0 AND a < 0", "a = z", "(SELECT count(*) FROM t WHERE v = 1) = 0", "EXISTS (SELECT FROM t WHERE k = a)", "z < 3",
          "false", "a IS NULL"]


def function(r, name):
    off = r.choice(["", " SET plpgsql.check_asserts = off", " SET plpgsql.check_asserts TO false"])
    guard = f"ASSERT {r.choice(GUARDS)};"
    if r.random() < 0.3:
        guard = f"BEGIN {guard} EXCEPTION WHEN assert_failure THEN RETURN -1; END;"
    later = r.choice(["", f"ALTER FUNCTION {name} SET plpgsql.check_asserts = off;\n"])
    return f"""CREATE FUNCTION {name}(a integer, z integer) RETURNS bigint LANGUAGE plpgsql{off} AS $$
DECLARE n bigint;
BEGIN
  {guard}
  SELECT count(*) INTO n FROM t WHERE v = 0;
  {r.choice(['UPDATE t SET v = 1 WHERE k = z;', 'UPDATE t SET v = n + 1 WHERE k = a;', ''])}
  RETURN n;
END $$;
{later}"""


def draw(r):
    sql = "CREATE TABLE t (k integer PRIMARY KEY, v integer NOT NULL);\n" + function(r, "f") + function(r, "g")
    sql += "-- name: x\nBEGIN;\nSELECT f($1, $2);\nSELECT g($2, $1);\nCOMMIT;\n"
    sql += "-- name: y\nBEGIN;\nSELECT g($1, $2);\nCOMMIT;\n"
    init = ["INSERT INTO t VALUES (1, 0), (2, 0)"]
    return {"sql": sql, "init": init, "calls": [["x(1, 2)", "x(2, 1)"], ["x(1, 1)", "y(2, 2)"], ["x(1, 2)", "y(1, 2)"]],
            "assumes": True}
