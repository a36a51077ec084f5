"""Routines that save a whole row, with columns that keep their values or only seem to, beside others that insert, rename, delete and
renumber rows. Others look rows up by the name that is saved."""

TYPES = ["text", "text", "varchar(3)", "char(3)", "integer"]
LOOKS = ["SELECT id, name, v INTO i, m, n FROM t WHERE name = s", "SELECT id, name, v INTO i, m, n FROM t WHERE name = s FOR UPDATE",
         "SELECT id, name, v INTO i, m, n FROM t WHERE id = z", "SELECT id, name, v INTO i, m, n FROM t WHERE id = z AND name = s",
         "SELECT id, name, v INTO i, m, n FROM t WHERE id = z AND v > 0", "SELECT id, name, v INTO i, m, n FROM t WHERE id = z + 1",
         "SELECT t.id, t.name, t.v INTO i, m, n FROM t JOIN u ON u.id = t.id WHERE t.name = s", "SELECT max(id), max(name), 1 INTO i, m, n FROM t WHERE name = s",
         "SELECT id, name, v INTO i, m, n FROM t ORDER BY id LIMIT 1"]
MISSES = ["", "", "IF NOT FOUND THEN RETURN 0; END IF;", "IF NOT FOUND THEN INSERT INTO t VALUES (z + 10, s, 1); RETURN 1; END IF;"]
SAVES = ["UPDATE t SET name = m, v = n + 1 WHERE id = i", "UPDATE t SET name = s, v = n + 1 WHERE id = i", "UPDATE t SET name = m, v = 7 WHERE id = z",
         "UPDATE t SET name = s, v = 7 WHERE id = z", "UPDATE t SET name = name, v = v + 1 WHERE id = i", "UPDATE t SET name = s, v = 5 WHERE name = s",
         "UPDATE t SET name = m, v = 1 WHERE id = i AND v = n", "INSERT INTO t VALUES (z, s, 1) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
         "INSERT INTO t VALUES (z + 10, s, 1) ON CONFLICT (name) DO UPDATE SET name = excluded.name, v = 3", "UPDATE t SET id = i, name = m WHERE id = i"]
OTHERS = ["UPDATE t SET name = s WHERE id = z", "INSERT INTO t VALUES (z + 2, s, 0)", "DELETE FROM t WHERE id = z", "UPDATE t SET id = id + 5 WHERE id = z",
          "SELECT v INTO n FROM t WHERE name = s; /*P*/ UPDATE u SET w = n WHERE id = 1", "PERFORM 1 FROM t WHERE name = s; IF NOT FOUND THEN INSERT INTO u VALUES (z + 7, 0); END IF",
          "UPDATE t SET v = v + 1 WHERE name = s", "INSERT INTO t VALUES (z + 10, s, 0) ON CONFLICT DO NOTHING", "DELETE FROM t WHERE name = s"]


def routine(name, kind, text):
    return f"""CREATE FUNCTION {name}(z integer, s {kind}) RETURNS text LANGUAGE plpgsql AS $$
DECLARE i integer; m {kind}; n integer := 0;
BEGIN
  {text};
  RETURN concat(i, '/', m, '/', n);
END $$;
"""


def draw(r):
    kind = r.choice(TYPES)
    plain = kind.split("(")[0]
    names = ["1", "2", "3"] if kind == "integer" else ["'a'", "'b'", "'a '"]
    save = f"{r.choice(LOOKS)}; {r.choice(MISSES)} /*P*/ {r.choice(SAVES)}"
    other, third = r.choice(OTHERS), r.choice([r.choice(OTHERS), f"{r.choice(LOOKS)}; /*P*/ {r.choice(SAVES)}"])
    unique = r.choice([" UNIQUE", " NOT NULL UNIQUE", *([] if "ON CONFLICT (name)" in save + third else [""])])
    sql = f"""CREATE TABLE t (id integer PRIMARY KEY, name {kind}{unique}, v integer);
CREATE TABLE u (id integer PRIMARY KEY, w integer);
{routine("save", plain, save)}{routine("other", plain, other)}{routine("third", plain, third)}"""
    init = [f"INSERT INTO t VALUES (1, {names[0]}, 1), (2, {names[1]}, 0)", "INSERT INTO u VALUES (1, 1), (2, 2)"]
    call = lambda name: f"SELECT {name}({r.choice([1, 2])}, {r.choice(names)})"
    return {"sql": sql, "init": init, "calls": [[call("save"), call("other")], [call("save"), call("save")], [call("save"), call("third"), call("other")],
                                               [call("save"), call("third")]]}
