"""Programs that read and change tables through views: with conditions, CHECK OPTION, other names of columns, defaults, views of
views, INSTEAD OF triggers."""

CONDITIONS = ["v > 0", "v >= 0 AND g = 1", "g = 1", "g <> 2", "v IS NOT NULL", "id < 5", "id IN (SELECT id FROM u WHERE v = 0)", "v % 2 = 0",
              "EXISTS (SELECT 1 FROM u WHERE u.id = t.g)", "coalesce(v, 1) > 0"]
OUTPUTS = ["id, g, v", "id, g, v", "v, id, g", "id, g, v, v + 1 AS next", "id, v, g, g * 10 AS tens"]
CHECKS = ["", "", " WITH CHECK OPTION", " WITH LOCAL CHECK OPTION", " WITH CASCADED CHECK OPTION"]
OVER = ["v < 9", "g = 1", "id <> 3", "true", "v > 1"]
TRIGGERS = {
    "INSERT": ["INSERT INTO t VALUES (NEW.id, NEW.g, NEW.v); RETURN NEW;", "INSERT INTO t VALUES (NEW.id, 1, 1) ON CONFLICT DO NOTHING; RETURN NEW;"],
    "UPDATE": ["UPDATE t SET v = NEW.v WHERE id = OLD.id; RETURN NEW;", "UPDATE t SET v = v + NEW.v - OLD.v WHERE id = OLD.id; RETURN NEW;",
               "IF NEW.v < 0 THEN RETURN NULL; END IF; UPDATE t SET v = NEW.v, g = NEW.g WHERE id = OLD.id; RETURN NEW;",
               "UPDATE u SET v = NEW.v WHERE id = OLD.g; RETURN NEW;"],
    "DELETE": ["DELETE FROM t WHERE id = OLD.id; RETURN OLD;", "UPDATE t SET v = 0 WHERE id = OLD.id; RETURN OLD;"],
}
READS = ["SELECT sum(v) INTO y FROM {s};", "SELECT count(*) INTO y FROM {s} WHERE g = p;", "SELECT v INTO y FROM {s} WHERE id = p;",
         "SELECT max(id) INTO y FROM {s};", "PERFORM 1 FROM {s} WHERE id = p FOR UPDATE;", "SELECT count(*) INTO y FROM {s} WHERE v > 0;",
         "y := (SELECT v FROM {s} WHERE id = 1);", "SELECT s.v INTO y FROM {s} s JOIN u ON u.id = s.g WHERE s.id = p;"]
WRITES = ["UPDATE {s} SET v = v + 1 WHERE id = p;", "UPDATE {s} SET v = coalesce(y, 0) WHERE id = p;", "UPDATE {s} SET g = 2 WHERE id = p;",
          "DELETE FROM {s} WHERE id = p;", "INSERT INTO {s} (id, g, v) VALUES (p + 4, 1, 1);", "INSERT INTO {s} (id, v) VALUES (p + 6, coalesce(y, 2));",
          "UPDATE {s} SET v = v - 1 WHERE v > 0;", "DELETE FROM {s} WHERE v = 0;", "UPDATE u SET v = 1 - v WHERE id = p;",
          "UPDATE {s} SET v = -v WHERE id = p AND v > 0;"]


def draw(r):
    c = r.choice
    sql = "CREATE TABLE t (id int PRIMARY KEY, g int NOT NULL DEFAULT 1, v int DEFAULT 1);\nCREATE TABLE u (id int PRIMARY KEY, v int NOT NULL);\n"
    barrier = c(["", "", " WITH (security_barrier)"])
    check = c(CHECKS)
    sql += f"CREATE VIEW s{barrier} AS SELECT {c(OUTPUTS)} FROM t WHERE {c(CONDITIONS)}{check};\n"
    names = ["s", "t"]
    if r.random() < 0.4:
        sql += f"CREATE VIEW above AS SELECT {c(['id, g, v', 'v, g, id'])} FROM s WHERE {c(OVER)}{c(CHECKS)};\n"
        names.append("above")
    if r.random() < 0.2:
        sql += "ALTER VIEW s ALTER COLUMN v SET DEFAULT 5;\n"
    if r.random() < 0.3 and not check:
        event = c(list(TRIGGERS))
        sql += (f"CREATE FUNCTION instead() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {c(TRIGGERS[event])} END $$;\n"
                f"CREATE TRIGGER instead INSTEAD OF {event} ON s FOR EACH ROW EXECUTE FUNCTION instead();\n")
    for name in "fh":
        steps = [c(READS), c(WRITES)] + [c(READS + WRITES)] * (r.random() < 0.4)
        r.shuffle(steps)
        steps = [step.format(s=c(names)) for step in steps]
        if r.random() < 0.25:
            at = r.randrange(len(steps))
            steps[at] = f"BEGIN {steps[at]} EXCEPTION WHEN with_check_option_violation OR unique_violation THEN y := -1; END;"
        sql += (f"CREATE FUNCTION {name}(p int) RETURNS text LANGUAGE plpgsql AS $$ DECLARE y int; n int;\n"
                f"BEGIN {' /*P*/ '.join(steps)} GET DIAGNOSTICS n = ROW_COUNT; RETURN concat_ws('|', y{c(['', ', n'])}); END $$;\n")
    init = ["INSERT INTO t VALUES (1, 1, 1), (2, 1, 0), (3, 2, 4)", "INSERT INTO u VALUES (1, 0), (2, 1)"]
    calls = [[f"SELECT {a}({c('112')})", f"SELECT {b}({c('123')})"] for a, b in ("fh", "ff", "hh", "fh", "hf")]
    return {"sql": sql, "init": init, "calls": calls}
