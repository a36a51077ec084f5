"""A loop over rows that refer to other rows: whether a later statement of an iteration finds the row that its row refers to, beside
transactions that insert, delete and move both kinds of rows."""

ACTIONS = ["", "", "", " ON DELETE CASCADE", " ON UPDATE CASCADE", " ON DELETE CASCADE ON UPDATE CASCADE", " DEFERRABLE INITIALLY DEFERRED",
           " ON DELETE SET NULL"]
QUERIES = ["SELECT id, p FROM child", "SELECT id, p FROM child", "SELECT id, p FROM child WHERE n > 0", "SELECT id, p FROM child FOR UPDATE",
           "SELECT c.id, c.p FROM child c JOIN parent ON parent.id = c.p", "SELECT id, max(p) AS p FROM child GROUP BY id",
           "SELECT id, p FROM child ORDER BY id LIMIT 1"]
LOOKS = ["PERFORM 1 FROM parent WHERE id = r.p;", "PERFORM 1 FROM parent WHERE id = r.p;", "UPDATE parent SET n = n + 1 WHERE id = r.p;",
         "PERFORM 1 FROM parent WHERE id = r.p FOR UPDATE;", "PERFORM 1 FROM parent WHERE id = r.p AND n >= 0;",
         "PERFORM 1 FROM parent, child WHERE parent.id = r.p AND child.id = r.id;"]
THEN = ["IF NOT FOUND THEN INSERT INTO missed VALUES (r.id); END IF;", "IF FOUND THEN INSERT INTO missed VALUES (r.id + 100); END IF;", ""]
OTHERS = ["INSERT INTO parent VALUES (z, 0)", "INSERT INTO parent VALUES (z, 0)", "INSERT INTO child VALUES (z + 10, z, 1)",
          "INSERT INTO parent VALUES (z, 0); /*P*/ INSERT INTO child VALUES (z + 10, z, 1)", "DELETE FROM child WHERE id = z",
          "DELETE FROM parent WHERE id = z", "DELETE FROM child WHERE p = z; /*P*/ DELETE FROM parent WHERE id = z",
          "UPDATE child SET p = 2 WHERE id = z", "UPDATE parent SET id = id + 50 WHERE id = z", "UPDATE child SET n = 0 WHERE id = z"]


def draw(r):
    others = r.sample(OTHERS, 2)
    routines = "\n".join(f"""CREATE PROCEDURE w{i}(z integer) LANGUAGE plpgsql AS $$
BEGIN
  {text};
END $$;""" for i, text in enumerate(others))
    sql = f"""CREATE TABLE parent (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE child (id integer PRIMARY KEY, p integer REFERENCES parent{r.choice(ACTIONS)}, n integer NOT NULL);
CREATE TABLE missed (id integer PRIMARY KEY);
CREATE PROCEDURE look() LANGUAGE plpgsql AS $$
DECLARE r record;
BEGIN
  FOR r IN {r.choice(QUERIES)} LOOP
    /*P*/ {r.choice(LOOKS)}
    {r.choice(THEN)}
  END LOOP;
END $$;
{routines}
"""
    init = ["INSERT INTO parent VALUES (1, 0), (2, 0)", "INSERT INTO child VALUES (1, 1, 1), (2, 2, 1)"]
    calls = [["CALL look()", f"CALL w0({r.choice([1, 2, 3])})", f"CALL w1({r.choice([1, 2, 3])})"], ["CALL look()", "CALL w0(1)"],
             ["CALL look()", "CALL w1(3)", "CALL w0(3)"]]
    return {"sql": sql, "init": init, "calls": calls}
