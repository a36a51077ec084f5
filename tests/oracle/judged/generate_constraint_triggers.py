"""Rules that triggers check: CONSTRAINT TRIGGERs, at once or at COMMIT, with WHEN, over one table or two, whose functions look at
other rows."""

LOOKS = ["(SELECT count(*) FROM t WHERE g = NEW.g) > 2", "(SELECT sum(v) FROM t WHERE g = NEW.g) > 5", "NOT EXISTS (SELECT 1 FROM u WHERE id = NEW.g)",
         "(SELECT v FROM u WHERE id = NEW.g) < NEW.v", "EXISTS (SELECT 1 FROM t o WHERE o.g = NEW.g AND o.v = NEW.v AND o.id <> NEW.id)", "NEW.v < 0",
         "(SELECT max(id) FROM t) > 6", "NEW.v > 1 AND NEW.g = 2"]
ACTS = ["RAISE EXCEPTION 'no';", "RAISE EXCEPTION 'no' USING ERRCODE = 'check_violation';", "UPDATE u SET v = v + 1 WHERE id = 1;",
        "INSERT INTO u VALUES (NEW.id + 10, 0) ON CONFLICT DO NOTHING;"]
STEPS = ["UPDATE t SET v = v + 1 WHERE id = p;", "UPDATE t SET v = p WHERE id = 1;", "INSERT INTO t VALUES (p + 4, 1, 1);", "INSERT INTO t VALUES (p + 4, p, y);",
         "DELETE FROM t WHERE id = p;", "UPDATE t SET g = 2 WHERE id = p;", "UPDATE u SET v = p WHERE id = 1;", "DELETE FROM u WHERE id = p;",
         "SELECT v INTO y FROM u WHERE id = 1;", "SELECT count(*) INTO y FROM t WHERE g = 1;", "SELECT v INTO y FROM t WHERE id = p;",
         "SELECT sum(v) INTO y FROM t;", "PERFORM 1 FROM u WHERE id = 1 FOR UPDATE;", "SELECT v INTO y FROM t WHERE id = p FOR UPDATE;",
         "SET CONSTRAINTS ALL IMMEDIATE;", "SET CONSTRAINTS ALL DEFERRED;", "SET CONSTRAINTS held IMMEDIATE;", "LOCK TABLE u IN EXCLUSIVE MODE;"]


def draw(r):
    c = r.choice
    sql = "CREATE TABLE t (id int PRIMARY KEY, g int NOT NULL, v int);\nCREATE TABLE u (id int PRIMARY KEY, v int NOT NULL);\n"
    timing = c(["", "DEFERRABLE ", "DEFERRABLE INITIALLY DEFERRED ", "DEFERRABLE INITIALLY DEFERRED "])
    when = c(["", "", "WHEN (NEW.v > 0) ", "WHEN (NEW.g = 1) "])
    event = c(["INSERT OR UPDATE", "INSERT", "UPDATE", "UPDATE OF v"])
    lock = c(["", "", "", "PERFORM 1 FROM u WHERE id = NEW.g FOR SHARE; ", "PERFORM pg_advisory_xact_lock(NEW.g); "])
    sql += (f"CREATE FUNCTION look() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {lock}IF {c(LOOKS)} THEN {c(ACTS)} END IF; RETURN NULL; END $$;\n"
            f"CREATE CONSTRAINT TRIGGER held AFTER {event} ON t {timing}FOR EACH ROW {when}EXECUTE FUNCTION look();\n")
    if r.random() < 0.2:
        sql += c(["ALTER TABLE t DISABLE TRIGGER held;\n", "ALTER TABLE t ENABLE REPLICA TRIGGER held;\n", "ALTER TABLE t ENABLE ALWAYS TRIGGER held;\n"])
    for name in "fh":
        steps = r.sample(STEPS, c([2, 2, 3]))
        if r.random() < 0.4:
            at = r.randrange(len(steps))
            steps[at] = f"BEGIN {steps[at]} EXCEPTION WHEN raise_exception OR check_violation OR unique_violation THEN y := -1; END;"
        sql += (f"CREATE FUNCTION {name}(p int) RETURNS text LANGUAGE plpgsql AS $$ DECLARE y int;\n"
                f"BEGIN {' /*P*/ '.join(steps)} RETURN concat_ws('|', y); END $$;\n")
    init = ["SET session_replication_role = replica", "INSERT INTO t VALUES (1, 1, 1), (2, 1, 0), (3, 2, 1)", "INSERT INTO u VALUES (1, 3), (2, 2)",
            "SET session_replication_role = origin"]
    calls = [[f"SELECT {a}({c('112')})", f"SELECT {b}({c('123')})"] for a, b in ("fh", "ff", "hh", "fh", "hf")]
    return {"sql": sql, "init": init, "calls": calls}
