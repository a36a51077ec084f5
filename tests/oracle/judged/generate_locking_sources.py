"""UPDATE and DELETE of rows that a query in FROM locks: which rows are locked, and what is read of them before and after."""

OF_INNER = ["g = b", "g = b", "id = a", "g = b AND v > 0", "v > 0", "id <> a"]
LOCKS = ["FOR UPDATE", "FOR UPDATE", "FOR NO KEY UPDATE", "FOR SHARE", "FOR UPDATE OF t", "FOR KEY SHARE"]
JOINS = ["t.id = q.id"] * 5 + ["q.id = t.id", "t.id = q.id AND t.v > 0", "t.id = q.id AND q.v > 0", "t.g = q.g", "t.id = q.id AND t.id = a"]


def change(c):
    inner = f"SELECT {c(['id', 'id, v', 'id, g, v'])} FROM t WHERE {c(OF_INNER)}{c(['', '', ' ORDER BY id', ' ORDER BY v'])}{c([''] * 6 + [' LIMIT 1'])} {c(LOCKS)}"
    joins = [j for j in JOINS if ("q.v" not in j or ", v" in inner or "g, v" in inner) and ("q.g" not in j or "g, v" in inner)]
    table = c(["t", "t", "t", "u"])
    if table == "u":
        inner, joins = inner, ["u.k = q.id"]
    kind = c(["UPDATE", "UPDATE", "DELETE"])
    if kind == "DELETE":
        return f"DELETE FROM {table} USING ({inner}) q WHERE {c(joins)};"
    if table == "u":
        return f"UPDATE u SET n = u.n + 1 FROM ({inner}) q WHERE {c(joins)};"
    return f"UPDATE t SET {c(['v = t.v + 1', 'v = t.v - 1', 'v = x', 'g = b', 'v = 0'])} FROM ({inner}) q WHERE {c(joins)};"


def other(c):
    return c(["SELECT count(*) INTO x FROM t WHERE g = b;", "SELECT sum(v) INTO x FROM t WHERE g = b;", "UPDATE t SET v = t.v - 1 WHERE id = a AND v > 0;",
              "INSERT INTO t VALUES (a + 3, b, 1) ON CONFLICT DO NOTHING;", "DELETE FROM t WHERE id = a;", "SELECT v INTO x FROM t WHERE id = a;",
              "UPDATE t SET g = b WHERE id = a;", "SELECT max(n) INTO x FROM u;", "IF x > 1 THEN UPDATE t SET v = 5 WHERE id = a; END IF;"])


def draw(r):
    c = r.choice
    programs = []
    for name in ("q", "w"):
        steps = c([[change(c)], [change(c)], [other(c), change(c)], [change(c), other(c)]]) if name == "q" or c([True, False]) else [other(c), other(c)]
        lines = []
        for step in steps:
            lines += ["/*P*/", step]
        programs.append(f"CREATE PROCEDURE {name}(a int, b int, INOUT x int) LANGUAGE plpgsql AS $$\nBEGIN\n" + "\n".join(lines) + "\nEND $$;")
    sql = """CREATE TABLE t (id int PRIMARY KEY, g int NOT NULL, v int NOT NULL);
CREATE TABLE u (k int PRIMARY KEY, n int NOT NULL);
""" + "\n".join(programs)
    init = [f"INSERT INTO u VALUES ({i}, 0)" for i in (1, 2)] + [f"INSERT INTO t VALUES ({i}, {r.randint(1, 2)}, {r.randint(0, 2)})" for i in (1, 2, 3)]
    calls = [[f"CALL {p}({r.randint(1, 3)}, {r.randint(1, 2)}, 2)" for p in c(["qq", "qw", "qw"])] for _ in range(2)]
    calls.append([f"CALL {p}({i}, 1, 2)" for i, p in zip((1, 1), c(["qq", "qw"]))])
    return {"sql": sql, "init": init, "calls": calls}
