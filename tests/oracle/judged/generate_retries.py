"""Loops that try again: UPDATE or SELECT, then an INSERT whose violated key is handled, until one of them works; tries that
change something, too."""

# On the server alone: whatever is drawn, it ends.
END = ["CREATE SEQUENCE IF NOT EXISTS tries", "ALTER SEQUENCE tries RESTART",
       "CREATE OR REPLACE FUNCTION bounded() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF nextval('tries') > 30 THEN "
       "RAISE 'no end'; END IF; RETURN NEW; END $$", "CREATE OR REPLACE TRIGGER bounded BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION bounded()"]


def attempt(c):
    return c(["UPDATE t SET v = v + 1 WHERE id = a;"] * 4 + ["UPDATE t SET v = b WHERE id = a;", "UPDATE t SET v = v + 1 WHERE k = b;",
              "SELECT v INTO x FROM t WHERE id = a;", "SELECT v INTO x FROM t WHERE id = a;", "SELECT id INTO x FROM t WHERE k = b;",
              "SELECT v INTO x FROM t WHERE id = a AND v > x;", "DELETE FROM t WHERE id = a;", "SELECT count(*) INTO x FROM t WHERE k = b;",
              "UPDATE t SET v = v + 1 WHERE id = a RETURNING v INTO x;", "SELECT v INTO x FROM t WHERE id = a FOR UPDATE;"])


def insertion(c):
    leave = c(["RETURN;", "EXIT;", "EXIT;", "EXIT again;"])
    first = c(["INSERT INTO t VALUES (a, b, 1);"] * 4 + ["INSERT INTO t VALUES (a, NULL, 1);", "INSERT INTO t VALUES (a, b, 1) RETURNING v INTO x;",
              "UPDATE l SET n = n + 1; INSERT INTO t VALUES (a, b, 1);", "y := y + 1; INSERT INTO t VALUES (a, b, 1);"])
    handler = c(["", "NULL;", "NULL;", "NULL;", "y := y + 1;", "UPDATE l SET n = n + 1;", f"{attempt(c)} EXIT WHEN FOUND;",
                 f"{attempt(c)} IF FOUND THEN RETURN; END IF;", "EXIT;", "IF y > 1 THEN RETURN; END IF;", "CONTINUE;"])
    return f"BEGIN /*P*/ {first}\n{leave}\nEXCEPTION WHEN unique_violation THEN /*P*/ {handler}\nEND;"


def loop(c):
    found = c(["EXIT WHEN FOUND;", "IF FOUND THEN RETURN; END IF;", "IF FOUND THEN y := 1; EXIT; END IF;", "EXIT again WHEN FOUND;",
               "IF FOUND THEN UPDATE l SET n = n + 1; EXIT; END IF;", "IF FOUND AND x > 5 THEN EXIT; END IF;"])
    parts = [f"/*P*/ {attempt(c)}\n{found}", insertion(c)]
    if c([True] + [False] * 5):
        parts.reverse()
    if c([True] + [False] * 5):
        parts.insert(0, c(["y := y + 1;", "UPDATE l SET n = n + 1;", "PERFORM 1 FROM t WHERE id = b;"]))
    return "<<again>> LOOP\n" + "\n".join(parts) + "\nEND LOOP;"


def draw(r):
    c = r.choice
    programs = []
    for name in ("q", "w"):
        steps = [loop(c)]
        if name == "w":
            steps = [c([loop(c), loop(c), "DELETE FROM t WHERE id = a;", "INSERT INTO t VALUES (a, b, 7);", "UPDATE t SET k = b WHERE id = a;",
                        "UPDATE t SET v = v + 1 WHERE k = b;"])]
        if c([True] + [False] * 5):
            steps.insert(c([0, 1]), c(["SELECT count(*) INTO y FROM t;", "UPDATE l SET n = n + 1;", "SELECT n INTO y FROM l;"]))
        lines = []
        for step in steps:
            lines += ["/*P*/", step]
        programs.append(f"CREATE PROCEDURE {name}(a int, b int, INOUT x int, INOUT y int) LANGUAGE plpgsql AS $$\nBEGIN\n"
                        + "\n".join(lines) + "\nEND $$;")
    sql = f"""CREATE TABLE t (id int PRIMARY KEY, k int{c([' UNIQUE', '', ''])}, v int NOT NULL);
CREATE TABLE l (id int PRIMARY KEY, n int NOT NULL);
""" + "\n".join(programs)
    init = END + ["INSERT INTO l VALUES (1, 0)"] + [f"INSERT INTO t VALUES ({i}, {i}, 0)" for i in (1, 2) if c([True, False, False])]
    calls = [[f"CALL {p}({i}, {j}, 0, 0)" for p in c(["qq", "qw", "qw", "qqw"])] for i, j in ((1, 1), (2, 1), (1, r.randint(1, 3)))]
    return {"sql": sql, "init": init, "calls": calls, "levels": ["read-committed"]}
