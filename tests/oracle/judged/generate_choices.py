"""Routines that go on after what others did to them: caught serialization failures and deadlocks, NOWAIT, lock_timeout, locks
that are tried, SKIP LOCKED. A verdict of safe must say that it takes these outcomes for choices."""

HANDLERS = ["serialization_failure", "deadlock_detected", "OTHERS", "serialization_failure OR deadlock_detected", "lock_not_available",
            "SQLSTATE '40001'", "transaction_rollback", "SQLSTATE '40P01'", "SQLSTATE '55P03'", "unique_violation",
            "unique_violation OR OTHERS", "object_not_in_prerequisite_state"]
FIRST = ["", "", "", "SET LOCAL lock_timeout = 20;", "UPDATE u SET v = v + 1 WHERE id = a;", "SELECT v INTO x FROM t WHERE id = b;",
         "PERFORM set_config('lock_timeout', '20', true);", "PERFORM 1 FROM u WHERE id = b FOR UPDATE;"]
INSIDE = ["UPDATE t SET v = v + 1 WHERE id = a;", "UPDATE t SET v = v + 1;", "DELETE FROM t WHERE id = a;", "INSERT INTO t VALUES (a + 2, 0);",
          "INSERT INTO t VALUES (a + 2, 0) ON CONFLICT (id) DO UPDATE SET v = t.v + 1;", "SELECT v INTO x FROM t WHERE id = a;",
          "SELECT v INTO x FROM t WHERE id = a FOR UPDATE;", "SELECT v INTO x FROM t WHERE id = a FOR UPDATE NOWAIT;",
          "LOCK TABLE t IN EXCLUSIVE MODE NOWAIT;", "SELECT v INTO x FROM t WHERE id = a FOR SHARE; UPDATE u SET v = x WHERE id = a;",
          "UPDATE u SET v = v + 1 WHERE id = a; UPDATE t SET v = v + 1 WHERE id = a;", "PERFORM pg_advisory_xact_lock(a);",
          "INSERT INTO c VALUES (a, a) ON CONFLICT DO NOTHING;", "DELETE FROM c WHERE t = a;", "PERFORM inner_(a);"]
TRIES = ["pg_try_advisory_xact_lock(a)", "pg_try_advisory_xact_lock_shared(a)", "pg_try_advisory_xact_lock(1, a)",
         "EXISTS (SELECT 1 FROM t WHERE id = a FOR UPDATE SKIP LOCKED)", "tried(a)"]
AFTER = ["", "", "UPDATE u SET v = v + 1 WHERE id = b;", "SELECT r || v INTO r FROM u WHERE id = a;", "SELECT count(*) || r INTO r FROM t;"]


def body(r):
    c = r.choice
    if r.random() < 0.3:
        tried = c(TRIES)
        shapes = [f"IF {tried} THEN /*P*/ {c(INSIDE[:2])} r := 'ok'; ELSE r := 'busy'; END IF;",
                  f"IF NOT {tried} THEN RAISE EXCEPTION 'busy'; END IF; /*P*/ {c(INSIDE[:2])} r := 'ok';",
                  f"r := {tried}; /*P*/ {c(INSIDE[:2])}",
                  f"SELECT {tried}::text INTO r; IF r = 'true' THEN {c(INSIDE[:2])} END IF;"]
        return c(shapes)
    handler = c(["r := 'conflict';", "r := 'conflict';", "INSERT INTO l VALUES (r) ON CONFLICT DO NOTHING;", "NULL;", "RAISE;",
                 "RAISE EXCEPTION 'no';", "UPDATE u SET v = 9 WHERE id = b; r := 'other';", "r := SQLSTATE;"])
    again = c(["", "", "WHEN OTHERS THEN RAISE;", "WHEN OTHERS THEN r := 'others';"])
    inside = c(INSIDE)
    block = f"BEGIN {c(['', '/*P*/'])} {inside} /*P*/ r := 'ok'; EXCEPTION WHEN {c(HANDLERS)} THEN {handler} {again} END;"
    if r.random() < 0.2:
        block = f"BEGIN {block} EXCEPTION WHEN {c(['raise_exception', 'OTHERS'])} THEN r := 'outer'; END;"
    if r.random() < 0.2:
        block = f"FOR i IN 1..2 LOOP {block} EXIT WHEN r = 'ok'; END LOOP;"
    return block


def draw(r):
    sql = ("CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);\nCREATE TABLE u (id int PRIMARY KEY, v int NOT NULL);\n"
           "CREATE TABLE c (id int PRIMARY KEY, t int REFERENCES t);\nCREATE TABLE l (w text PRIMARY KEY);\n"
           "CREATE FUNCTION tried(k int) RETURNS boolean LANGUAGE sql AS $$ SELECT pg_try_advisory_xact_lock(k) $$;\n"
           "CREATE FUNCTION inner_(k int) RETURNS void LANGUAGE plpgsql AS $$ BEGIN UPDATE t SET v = v + 1 WHERE id = k;\n"
           "EXCEPTION WHEN serialization_failure THEN RAISE EXCEPTION 'lost'; END $$;\n")
    count = r.choice([1, 1, 2])
    for i in range(count):
        sql += (f"CREATE PROCEDURE p{i}(a int, b int, INOUT r text) LANGUAGE plpgsql AS $$ DECLARE x int;\nBEGIN\n"
                f"  {r.choice(FIRST)} {r.choice(['', '/*P*/'])} {body(r)} {r.choice(AFTER)}\nEND $$;\n")
    calls = [[f"CALL p{r.randrange(count)}({r.choice([1, 1, 2])}, {r.choice([1, 2])}, '')" for _ in range(2)] for _ in range(4)]
    return {"sql": sql, "init": ["INSERT INTO t VALUES (1, 0), (2, 0)", "INSERT INTO u VALUES (1, 0), (2, 0)"], "calls": calls, "assumes": True}
