"""FOR UPDATE in WITH and in subqueries of FROM: which of the rows the query around takes, and so locks, before they are
written."""

BY_KEY = ["id = a", "id = a", "id = a", "id = a AND v >= 0", "id IN (a, 1)"]
OF_OWNER = ["g = b", "g = b", "g = b AND v > 0", "g = b OR id = a"]
LOCKS = ["FOR UPDATE", "FOR UPDATE", "FOR UPDATE", "FOR NO KEY UPDATE", "FOR SHARE", "FOR KEY SHARE", ""]


def lock(c):
    key = c([True, False])
    inner = f"SELECT id, g, v FROM t WHERE {c(BY_KEY if key else OF_OWNER)}{c(['', '', '', ' ORDER BY id', ' ORDER BY v', ' ORDER BY id LIMIT 1'])} {c(LOCKS)}"
    name = c(["q", "q", f"({inner}) q"])
    given = c(["v", "v"] if key and c([True, True, False]) else ["sum(v)", "sum(v)", "count(*)", "max(v)", "v", "sum(v) OVER (ORDER BY id)", "min(g)"])
    more = c([""] * 6 + [" WHERE v > 0", " WHERE a > 1", " LIMIT 1", " OFFSET 1", ", u", " ORDER BY id" if given == "v" else "", " HAVING count(*) > 1" if "(" in given and "OVER" not in given else "",
                         " FOR UPDATE" if given == "v" else ""])
    query = f"SELECT {given} INTO x FROM {name}{more};"
    return f"WITH q AS ({inner}) {query}" if name == "q" else query


def write(c):
    return c(["UPDATE t SET v = x + 1 WHERE id = a;", "UPDATE t SET v = x + 1 WHERE id = a;", "UPDATE t SET v = v - 1 WHERE id = a AND x > 1;",
              "IF x > 1 THEN UPDATE t SET v = v - 1 WHERE id = a AND g = b; END IF;", "UPDATE t SET v = x WHERE g = b;"])


def draw(r):
    c = r.choice
    programs = []
    for name in ("q", "w"):
        steps = [lock(c), write(c)] if name == "q" or c([True, False]) else [write(c)]
        lines = []
        for step in steps:
            lines += ["/*P*/", step]
        programs.append(f"CREATE PROCEDURE {name}(a int, b int, INOUT x int) LANGUAGE plpgsql AS $$\nBEGIN\n" + "\n".join(lines) + "\nEND $$;")
    sql = """CREATE TABLE t (id int PRIMARY KEY, g int NOT NULL, v int NOT NULL);
CREATE TABLE u (k int PRIMARY KEY);
""" + "\n".join(programs)
    init = ["INSERT INTO u VALUES (1)"] + [f"INSERT INTO t VALUES ({i}, {r.randint(1, 2)}, {r.randint(0, 2)})" for i in (1, 2, 3)]
    calls = [[f"CALL {p}({r.randint(1, 3)}, {r.randint(1, 2)}, 2)" for p in c(["qq", "qw", "qw"])] for _ in range(2)]
    calls.append([f"CALL {p}({i}, 1, 2)" for i, p in zip((1, 1), c(["qq", "qw"]))])
    return {"sql": sql, "init": init, "calls": calls}
