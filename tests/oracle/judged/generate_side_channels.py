"""What programs learn beside the rows that they read: texts of errors, constraints that let a write through or do not, counts
of rows, system columns, beside programs that write other columns of the same rows."""

CHECKS = ["b >= 0", "b >= 0 OR o > 5", "b + o >= 0", "b <> o", "b >= 0 AND o >= 0"]
ITEMS = ["PG_EXCEPTION_DETAIL", "PG_EXCEPTION_DETAIL", "MESSAGE_TEXT", "CONSTRAINT_NAME", "RETURNED_SQLSTATE", "PG_EXCEPTION_HINT"]


def write(r):
    key = r.choice(["id = x", "id = x", "id = x AND g = 1", "g = x", "o = x"])
    return r.choice([f"UPDATE a SET b = {r.choice(['-1', 'b - 3', 'n', 'n - 4', 'b'])} WHERE {key};",
                     f"UPDATE a SET g = {r.choice(['1', 'n', 'NULL'])} WHERE {key};", f"UPDATE a SET b = 6 / {r.choice(['o', 'b', 'n'])} WHERE {key};",
                     "INSERT INTO a VALUES (x, n, n, 1);", f"DELETE FROM a WHERE {key};", f"UPDATE a SET o = n WHERE {key};",
                     "INSERT INTO c VALUES (x, n);", "UPDATE c SET a = n WHERE id = x;",
                     f"UPDATE a SET b = -1 WHERE {key} RETURNING o::text INTO r;"])


def attempt(r):
    shown = r.choice([f"GET STACKED DIAGNOSTICS r = {r.choice(ITEMS)};", f"GET STACKED DIAGNOSTICS r = {r.choice(ITEMS)};", "r := SQLERRM;",
                      "r := SQLSTATE;", "r := 'failed';", "NULL;"])
    names = r.choice(["check_violation", "not_null_violation OR check_violation", "OTHERS", "unique_violation OR check_violation",
                      "division_by_zero OR check_violation", "foreign_key_violation OR check_violation"])
    return f"BEGIN {write(r)} r := coalesce(r, 'done'); EXCEPTION WHEN {names} THEN {shown} END;"


def look(r):
    return r.choice(["GET DIAGNOSTICS y = ROW_COUNT; r := y::text;", "r := FOUND::text;", "SELECT count(*)::text INTO r FROM a WHERE ctid IS NULL;",
                     "SELECT tableoid::regclass::text INTO r FROM a WHERE id = x;", "r := current_setting('my.own', true);",
                     "PERFORM set_config('my.own', x::text, true); r := current_setting('my.own');", "PERFORM pg_notify('c', 'x');"])


def trigger(r):
    """A routine that fails, or may."""
    body = r.choice(["RAISE EXCEPTION '%', OLD.o;", "RAISE EXCEPTION 'x' USING HINT = OLD.o;", "PERFORM 10 / OLD.o;", "RAISE EXCEPTION '%', OLD;",
                     "IF OLD.o > 5 THEN RAISE EXCEPTION 'x'; END IF;", "NEW.b := 10 / NEW.o;", "PERFORM refuse(OLD.o);"])
    if r.random() < 0.3:
        look = r.choice(["PERFORM 10 / min(o) FROM shown;", "RAISE EXCEPTION '%', (SELECT max(o) FROM shown);"])
        return f"""CREATE FUNCTION tg() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {look} RETURN NULL; END $$;
CREATE TRIGGER tt AFTER UPDATE ON a REFERENCING {r.choice(["NEW", "OLD"])} TABLE AS shown FOR EACH STATEMENT EXECUTE FUNCTION tg();
"""
    return f"""CREATE FUNCTION refuse(i int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'x %', i; END $$;
CREATE FUNCTION tg() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body} RETURN NEW; END $$;
CREATE TRIGGER tt {r.choice(["BEFORE", "AFTER"])} UPDATE OF b ON a FOR EACH ROW EXECUTE FUNCTION tg();
"""


def draw(r):
    steps = [r.choice([attempt, attempt, write, look])(r) for _ in range(r.choice([1, 1, 2]))]
    read = r.choice(["SELECT v INTO y FROM t WHERE id = 1;", "SELECT v INTO y FROM t WHERE id = 1;", "SELECT b INTO y FROM a WHERE id = x;"])
    steps.insert(r.randrange(len(steps) + 1), read)
    others = [r.choice(["UPDATE a SET o = n WHERE id = x;", "UPDATE a SET o = 10 WHERE id = x;", "UPDATE a SET b = n WHERE id = x;",
                        "UPDATE a SET g = n WHERE id = x;", "DELETE FROM a WHERE id = x;", "INSERT INTO a VALUES (x, n, n, 1);"]),
              r.choice(["UPDATE t SET v = n WHERE id = 1;", "UPDATE t SET v = v + 1 WHERE id = 1;"])]
    r.shuffle(others)
    body, other = " /*P*/ ".join(steps), " /*P*/ ".join(others)
    unique = r.choice(["", "", ", UNIQUE (b, g)"])
    sql = f"""CREATE TABLE a (id int PRIMARY KEY, b int NOT NULL, o int NOT NULL, g int, CHECK ({r.choice(CHECKS)}){unique});
CREATE TABLE c (id int PRIMARY KEY, a int REFERENCES a);
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE p(x int, n int, INOUT r text, INOUT y int) LANGUAGE plpgsql AS $$ BEGIN {body} END $$;
CREATE PROCEDURE w(x int, n int) LANGUAGE plpgsql AS $$ BEGIN {other} END $$;
"""
    if r.random() < 0.4:
        sql += trigger(r)
    init = [f"INSERT INTO a VALUES (1, {r.choice([3, 7])}, {r.choice([0, 8])}, 1)", "INSERT INTO a VALUES (2, 5, 6, 2)",
            "INSERT INTO t VALUES (1, 1)"]
    if r.random() < 0.5:
        init.append("INSERT INTO c VALUES (1, 2)")
    n = r.choice([1, 4, 7, 0])
    return {"sql": sql, "init": init, "assumes": True,
            "calls": [[f"CALL p(1, {n}, NULL, 0)", f"CALL w(1, {r.choice([10, 2, 6])})"], [f"CALL p(2, {n}, NULL, 0)", "CALL w(2, 9)"],
                      [f"CALL p(1, {n}, NULL, 0)", "CALL w(1, 10)", f"CALL p(1, {r.choice([2, 5])}, NULL, 0)"]]}
