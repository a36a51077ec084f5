"""Handlers of violated keys: blocks with one statement or several that may violate a unique key, a foreign key or a CHECK,
beside programs that take such keys, give them up, or change what the handlers look at."""

ID = ["a", "a", "a", "1", "2", "b"]
CONDITIONS = ["unique_violation"] * 5 + ["SQLSTATE '23505'", "foreign_key_violation", "foreign_key_violation",
                                         "unique_violation OR foreign_key_violation", "check_violation", "OTHERS",
                                         "integrity_constraint_violation"]


def row(c):
    return f"({c(ID)}, {c(['b', 'b', 'a', 'NULL', '1', '2'])}, {c(['1', 'b', 'a', 'NULL'])}, {c(['1', 'a', 'b - 1'])})"


def violating(c):
    """May fail by a key."""
    return c([f"INSERT INTO t VALUES {row(c)};"] * 6 + [
        f"INSERT INTO t VALUES {row(c)}, {row(c)};", f"INSERT INTO t (id, k) VALUES ({c(ID)}, b) RETURNING v INTO x;",
        f"INSERT INTO t SELECT id + a, v, id, 1 FROM p WHERE id = {c(ID)};", f"INSERT INTO t VALUES {row(c)} ON CONFLICT (id) DO NOTHING;",
        f"UPDATE t SET k = b WHERE id = {c(ID)};", f"UPDATE t SET k = b WHERE id = {c(ID)};", f"UPDATE t SET k = k + 1 WHERE v > 0;",
        f"UPDATE t SET id = {c(ID)} WHERE id = {c(ID)};", f"UPDATE t SET p = {c(ID)} WHERE id = {c(ID)};",
        f"DELETE FROM p WHERE id = {c(ID)};", f"INSERT INTO p VALUES ({c(ID)}, 0);", f"INSERT INTO p VALUES ({c(ID)}, 0);",
        f"UPDATE p SET id = {c(ID)} WHERE id = {c(ID)};", f"UPDATE t SET v = v - 1 WHERE id = {c(ID)};",
        f"INSERT INTO u VALUES ({c(ID)}, b, true);", f"UPDATE u SET live = true WHERE id = {c(ID)};", f"PERFORM take(a, {c(ID)});",
        f"INSERT INTO l (what) VALUES (a); INSERT INTO t VALUES {row(c)};"])


def other(c):
    return c([f"SELECT v INTO y FROM t WHERE id = {c(ID)};", f"SELECT id INTO y FROM t WHERE k = {c(['a', 'b', '1'])};",
              f"SELECT v INTO x FROM p WHERE id = {c(ID)};", "SELECT count(*) INTO x FROM t;", f"UPDATE p SET v = v + 1 WHERE id = {c(ID)};",
              f"UPDATE t SET v = v + 1 WHERE id = {c(ID)};", f"UPDATE t SET v = v + 1 WHERE k = b;", f"DELETE FROM t WHERE id = {c(ID)};",
              f"DELETE FROM t WHERE k = {c(['a', 'b'])};", "INSERT INTO l (what) VALUES (a);", "SELECT count(*) INTO y FROM l WHERE what = b;",
              f"UPDATE u SET live = false WHERE id = {c(ID)};", f"SELECT count(*) INTO x FROM u WHERE owner = b AND live;"])


def block(c, depth=0):
    body = [violating(c)]
    if c([True, False, False, False]):
        body.insert(c([0, 1]), c([other(c), violating(c)]))
    if depth == 0 and c([True] + [False] * 7):
        body.insert(0, block(c, 1))
    if c([True] + [False] * 9):
        body.append("IF x = 1 THEN RAISE unique_violation; END IF;")
    if c([True, False, False]):
        body.append("x := 7;")
    handlers = []
    for condition in {c(CONDITIONS), c(CONDITIONS)} if c([True, False, False]) else [c(CONDITIONS)]:
        steps = c([["y := -1;"], ["y := -1;"], [other(c)], [other(c)], [violating(c)], ["NULL;"], [other(c), other(c)],
                   ["GET STACKED DIAGNOSTICS m = CONSTRAINT_NAME; x := length(m);"], ["x := length(SQLERRM);"], ["RAISE;"]])
        handlers.append(f"WHEN {condition} THEN {' '.join(steps)}")
    return "BEGIN " + "\n/*P*/ ".join(body) + "\nEXCEPTION " + "\n".join(handlers) + "\nEND;"


def plain_block(c):
    """By key a, one statement: much of this is proved."""
    first = c(["INSERT INTO t VALUES (a, NULL, NULL, 1);", "INSERT INTO t VALUES (a, b, NULL, 1);", "INSERT INTO t VALUES (a, NULL, b, 1);",
               "INSERT INTO t VALUES (a, b, a, 1);", "UPDATE t SET k = b WHERE id = a;", "DELETE FROM p WHERE id = a;", "UPDATE t SET p = b WHERE id = a;",
               "INSERT INTO p VALUES (a, 1);"])
    then = c(["y := -1;", "y := -1;", "UPDATE t SET v = v + 1 WHERE id = a;", "UPDATE t SET v = v + 1 WHERE k = b;", "INSERT INTO l (what) VALUES (a);",
              "UPDATE p SET v = v + 1 WHERE id = a;", "SELECT v INTO y FROM t WHERE id = a;", "UPDATE t SET p = b WHERE id = a;"])
    condition = c(["unique_violation", "unique_violation", "foreign_key_violation", "unique_violation OR foreign_key_violation"])
    return f"BEGIN {first}\nEXCEPTION WHEN {condition} THEN /*P*/ {then}\nEND;"


def plain(c):
    return c(["INSERT INTO t VALUES (a, b, NULL, 1);", "DELETE FROM t WHERE id = a;", "UPDATE t SET k = b WHERE id = a;", "DELETE FROM t WHERE k = b;",
              "INSERT INTO p VALUES (a, 1);", "DELETE FROM p WHERE id = a;", "UPDATE t SET v = v + 1 WHERE id = a;", "UPDATE t SET p = b WHERE id = a;"])


def draw(r):
    c = r.choice
    programs, small = [], c([True, True, False])
    for name in ("q", "w"):
        steps = [plain_block(c) if name == "q" or c([True, False, False]) else plain(c)] if small else [block(c)] if name == "q" or small or c([True, False]) else [c([other(c), violating(c)])]
        if c([True] + [False] * (6 if small else 3)):
            steps.insert(c([0, 1]), c([other(c), other(c), violating(c)]))
        lines = []
        for step in steps:
            lines += ["/*P*/", step]
        programs.append(f"CREATE PROCEDURE {name}(a int, b int, INOUT x int, INOUT y int) LANGUAGE plpgsql AS $$\nDECLARE m text;\nBEGIN\n"
                        + "\n".join(lines) + "\nEND $$;")
    action = c(["", "", " ON DELETE CASCADE", " ON DELETE SET NULL", " ON UPDATE CASCADE"])
    sql = f"""CREATE TABLE p (id int PRIMARY KEY, v int);
CREATE TABLE t (id int PRIMARY KEY, k int UNIQUE, p int REFERENCES p{action}, v int NOT NULL DEFAULT 0 CHECK (v >= 0));
CREATE TABLE u (id int PRIMARY KEY, owner int, live boolean);
CREATE UNIQUE INDEX one_live ON u (owner) WHERE live;
CREATE TABLE l (id serial PRIMARY KEY, what int);
CREATE FUNCTION take(i int, j int) RETURNS void LANGUAGE sql AS $$ INSERT INTO t (id, k) VALUES (i, j) $$;
""" + "\n".join(programs)
    init = ["INSERT INTO p VALUES (1, 1), (2, 1)", "INSERT INTO u VALUES (1, 1, true), (2, 1, false), (3, 2, true)"]
    init += [f"INSERT INTO t VALUES ({i}, {i}, 1, {r.randint(0, 2)})" for i in (1, 2) if c([True, False])]
    pairs = [(r.randint(1, 3), r.randint(1, 3)) for _ in range(4)]
    calls = [[f"CALL q({i}, {j}, 0, 0)", f"CALL {c(['q', 'w', 'w'])}({k}, {m}, 0, 0)"] for i, j in pairs[:2] for k, m in (pairs[2], (i, j))]
    calls.append([f"CALL q({pairs[0][0]}, {pairs[0][1]}, 0, 0)", f"CALL w({pairs[1][0]}, {pairs[1][1]}, 0, 0)", f"CALL {c('qw')}({pairs[0][0]}, 1, 0, 0)"])
    return {"sql": sql, "init": init, "calls": calls, "view": {"l": "SELECT what FROM l"}, "assumes": True}
