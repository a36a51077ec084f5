"""Values that a CHECK refuses: the UPDATE changes no row, but the error, where a handler takes it, says that there was one, and
may show it."""

CHECKS = ["b >= 0", "b >= 0 AND b < 5", "b BETWEEN 0 AND 3", "b <> 2", "b > -1 OR o = 1", "NOT b < 0", "b >= o", "b = 1 OR b = 3", "b / 2 = 0",
          "b IN (0, 1, 3)", "b >= 0 IS NOT FALSE"]
VALUES = ["-1", "-1", "p", "p - 2", "2", "o - 2", "NULL", "coalesce(x, -1)", "n - 2", "3", "-1.4", "'-1'"]


def draw(r):
    c = r.choice
    family = c(["", "", "", "inherits", "partitions"])
    constraint = f"CONSTRAINT c CHECK ({c(CHECKS)}){' NO INHERIT' if family == 'inherits' and r.random() < 0.6 else ''}"
    columns = f"id int PRIMARY KEY, b {c(['int', 'int', 'int', 'bigint', 'numeric'])}, o int NOT NULL"
    added = r.random() < 0.2
    sql = f"CREATE TABLE a ({columns}{'' if added else ', ' + constraint}){' PARTITION BY RANGE (id)' if family == 'partitions' else ''};\n"
    sql += f"ALTER TABLE a ADD {constraint}{'' if family == 'partitions' else ' NOT VALID'};\n" if added else ""
    if family == "inherits":
        sql += "CREATE TABLE a_child (PRIMARY KEY (id)) INHERITS (a);\n"
    elif family == "partitions":
        sql += ("CREATE TABLE a_low PARTITION OF a FOR VALUES FROM (0) TO (2);\nCREATE TABLE a_high PARTITION OF a FOR VALUES FROM (2) TO (9);\n")
    sql += "CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);\n"
    act = c(["", "", "", "", "NEW.b := 1; RETURN NEW;", "NEW.b := NEW.b - 2; RETURN NEW;", "RETURN NULL;"])
    if act:
        sql += (f"CREATE FUNCTION fired() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {act} END $$;\n"
                f"CREATE TRIGGER fires BEFORE UPDATE ON a FOR EACH ROW EXECUTE FUNCTION fired();\n")
    elif r.random() < 0.1:
        sql += f"CREATE RULE no AS ON UPDATE TO a {c(['WHERE NEW.b < 0 ', ''])}DO INSTEAD {c(['NOTHING', 'UPDATE t SET v = v + 1 WHERE id = OLD.id'])};\n"
    count = c([1, 2])
    for i in range(count):
        update = f"UPDATE a SET b = {c(VALUES)}{c(['', '', ', o = p'])} WHERE {c(['id = k', 'id = k', 'o = k', 'id = k AND b > 0'])};"
        detail = c(["", "", "GET STACKED DIAGNOSTICS r = PG_EXCEPTION_DETAIL;"])
        if r.random() < 0.75:
            update = f"BEGIN {update} IF FOUND THEN r := r || 'ok'; END IF; EXCEPTION WHEN check_violation THEN r := r || 'no'; {detail} END;"
        read = c(["SELECT v INTO x FROM t WHERE id = k;", "SELECT v INTO x FROM t WHERE id = 1;", "SELECT b INTO x FROM a WHERE id = k;"])
        write = c(["", "", "UPDATE t SET v = p WHERE id = k;", "UPDATE t SET v = v + 1 WHERE id = k;"])
        steps = [read, update, write]
        r.shuffle(steps)
        body = " /*P*/ ".join(steps)
        sql += (f"CREATE FUNCTION f{i}(k int, p int) RETURNS text LANGUAGE plpgsql AS $$ DECLARE x int; n int := 1; r text := '';\n"
                f"BEGIN {body} RETURN concat_ws('|', r, x); END $$;\n")
    change = c(["UPDATE a SET o = p WHERE id = k;", "UPDATE a SET b = 3 WHERE id = k;", "DELETE FROM a WHERE id = k;", "INSERT INTO a VALUES (k + 2, 1, 1);"])
    sql += f"CREATE FUNCTION w(k int, p int) RETURNS void LANGUAGE plpgsql AS $$ BEGIN {change} /*P*/ UPDATE t SET v = p WHERE id = k; END $$;\n"
    init = ["SET session_replication_role = replica", f"INSERT INTO a VALUES (1, 1, {c('01')})", "INSERT INTO t VALUES (1, 1), (2, 1)"]
    init.append(f"INSERT INTO {c(['a', 'a_child']) if family == 'inherits' else 'a'} VALUES (2, 1, 1)")
    init.append("SET session_replication_role = origin")
    calls = [[f"SELECT f{c(range(count))}({c('112')}, {c('0123')})", f"SELECT {c(['w', 'w', 'f0'])}({c('112')}, {c('0123')})"] for _ in range(5)]
    return {"sql": sql, "init": init, "calls": calls}
