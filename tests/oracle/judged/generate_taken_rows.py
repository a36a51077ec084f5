"""Queues: rows get their numbers from a counter, and a program reads the least number of a group and deletes that row. Two such
transactions that do not see each other take the same row, and one of them fails. Most sets leave out one condition of this, some two or
none: by the counter, the row, the query, the DELETE, a trigger, or another writer."""

DRAWS = ["UPDATE c SET n = n + 1 WHERE g = q RETURNING n INTO x;", "UPDATE c SET n = n + q WHERE g = p RETURNING n INTO x;",
         "UPDATE c SET n = n + 1 WHERE g <= p RETURNING n INTO x;", "UPDATE c SET n = n - 1 WHERE g = p RETURNING n INTO x;",
         "SELECT coalesce(max(n), 0) + 1 INTO x FROM e WHERE g = p;", "x := nextval('s');", "UPDATE c SET m = m + 1 WHERE g = p RETURNING m INTO x;",
         "UPDATE c SET n = n + 1 WHERE g = p; SELECT n INTO x FROM c WHERE g = p;", "UPDATE c SET n = n + 1 WHERE g = p RETURNING g + n INTO x;"]
ROWS = ["INSERT INTO e VALUES (p, x + q, 0);", "INSERT INTO e VALUES (q, x, 0);", "INSERT INTO e VALUES (p, -x, 0);",
        "INSERT INTO e VALUES (p, x, 0); DELETE FROM e WHERE g = p AND n = x - 1;", "INSERT INTO e VALUES (p, x, 0), (p, x - 1, 0) ON CONFLICT DO NOTHING;",
        "IF q = 1 THEN INSERT INTO e VALUES (p, x, 0); END IF;", "INSERT INTO e VALUES (p, x, q), (3 - p, x, 0);"]
NUMBERS = ["max(n) INTO x FROM e WHERE g = {g}", "min(n) FILTER (WHERE v = 0) INTO x FROM e WHERE g = {g}", "min(n) INTO x FROM e WHERE g = {g} AND v = 0",
           "min(n) INTO x FROM e WHERE g <= {g}", "min(n) INTO x FROM e WHERE g = {g} AND n > q * 2", "min(n) INTO x FROM e",
           "n INTO x FROM e WHERE g = {g} ORDER BY n LIMIT 1 OFFSET 1", "n INTO x FROM e WHERE g = {g} ORDER BY v, n LIMIT 1",
           "n INTO x FROM e WHERE g = {g} ORDER BY n DESC LIMIT 1", "n INTO x FROM e WHERE g = {g} LIMIT 1", "min(n + v) INTO x FROM e WHERE g = {g}",
           "n INTO x FROM e WHERE g = {g} ORDER BY n LIMIT 1 FOR UPDATE SKIP LOCKED", "min(n) + q - 1 INTO x FROM e WHERE g = {g}",
           "min(n) INTO x FROM e WHERE g = q", "count(*) INTO x FROM e WHERE g = {g}", "min(e.n) INTO x FROM e JOIN c USING (g) WHERE g = {g} AND c.n > 4"]
REMOVALS = ["DELETE FROM e WHERE g = {g} AND n = x + 1;", "DELETE FROM e WHERE g = {g} AND n <= x;", "DELETE FROM e WHERE g = {g} AND n = x AND v = 0;",
            "DELETE FROM e WHERE g = q AND n = x;", "UPDATE e SET v = v + 1 WHERE g = {g} AND n = x;", "IF q = 1 THEN DELETE FROM e WHERE g = {g} AND n = x; END IF;",
            "BEGIN DELETE FROM e WHERE g = {g} AND n = x; z := 1 / (q - 1); EXCEPTION WHEN division_by_zero THEN z := 5; END;",
            "DELETE FROM e USING a WHERE e.g = {g} AND e.n = x AND a.id = q AND a.v > 0;", "DELETE FROM e WHERE g = {g} AND n = greatest(x, q * 3);",
            "x := x + 1; DELETE FROM e WHERE g = {g} AND n = x;", "DELETE FROM ev WHERE g = {g} AND n = x;", "DELETE FROM e WHERE n = x;",
            "DELETE FROM e WHERE g = {g} AND n = x; INSERT INTO e VALUES ({g}, x, 5);", "PERFORM 1 FROM e WHERE g = {g} AND n = x FOR UPDATE;"]
TRIGGERS = ["IF OLD.v > 0 THEN RETURN NULL; END IF;", "IF (SELECT v FROM a WHERE id = 1) > 1 THEN RETURN NULL; END IF;",
            "INSERT INTO e VALUES (OLD.g, OLD.n + 10, 0);", "DELETE FROM e WHERE g = OLD.g AND n = OLD.n + 1;", "UPDATE c SET m = m + 1 WHERE g = OLD.g;"]
OTHERS = ["DELETE FROM e WHERE g = p AND n >= q * 3;", "DELETE FROM e WHERE g = p;", "UPDATE c SET n = q WHERE g = p;", "UPDATE c SET n = n + q WHERE g = p;",
          "DELETE FROM c WHERE g = p; INSERT INTO c VALUES (p, q, 0);", "INSERT INTO e VALUES (p, q, 0) ON CONFLICT DO NOTHING;", "TRUNCATE e;",
          "UPDATE e SET n = n + 10 WHERE g = p AND n = q * 3;", "UPDATE e SET v = 1 - v WHERE g = p;", "UPDATE e SET g = q WHERE g = p AND n = 3;",
          "INSERT INTO e SELECT p, q + 9, count(*) FROM e ON CONFLICT DO NOTHING;", "DELETE FROM grp WHERE id = p;", "UPDATE grp SET id = id + 5 WHERE id = p;",
          "INSERT INTO f VALUES (p, q, 0);", "DELETE FROM e WHERE (g, n) = (SELECT g, max(n) FROM e WHERE g = p GROUP BY g);",
          "y := (SELECT sum(v) FROM e WHERE g = p);"]
PARTS = {"draw": DRAWS, "row": ROWS, "number": NUMBERS, "removal": REMOVALS, "trigger": TRIGGERS, "other": OTHERS,
         "key": ["UNIQUE (g, n, v)", "UNIQUE (g, n) DEFERRABLE INITIALLY DEFERRED", "CHECK (n > 0)"], "parent": ["CASCADE", "SET DEFAULT"],
         "child": ["CREATE TABLE f () INHERITS (e);"], "view": [" WHERE v = 0"]}
ALIKE = [{"other"}] * 5 + [{"number"}] * 4 + [{"removal"}] * 4 + [{"draw"}] * 3 + [{"row"}] * 2 + [
    {"trigger"}, {"key"}, {"other", "parent"}, {"other", "child"}, {"removal", "view"}, {"number", "removal"}]
LOOPS = ["", "", "1..2", "p..2", "SELECT id FROM grp WHERE id < 3 ORDER BY id"]
# Two of these that do not see each other leave what no serial order leaves.
SKEW = ["y := (SELECT sum(v) FROM b WHERE g = {g});", "UPDATE b SET v = y WHERE g = {g} AND id = q;"]


def routine(name, body):
    text = "\n  ".join(body)
    return (f"CREATE FUNCTION {name}(p int, q int) RETURNS text LANGUAGE plpgsql AS $$\nDECLARE x int; y int := 0; z int := 0; k int;\nBEGIN\n  {text}\n"
            "  RETURN concat_ws('|', x, y, z);\nEND $$;\n")


def take(r, part):
    c = r.choice
    loop = c(LOOPS)
    number = part.get("number", c(["min(n) INTO x FROM e WHERE g = {g}", "n INTO x FROM e WHERE g = {g} ORDER BY n LIMIT 1"]))
    skip = c(["IF x IS NOT NULL THEN", "IF x IS NOT NULL THEN", "IF x > 0 THEN", "BEGIN"])
    body = [f"SELECT {number};", "/*P*/", skip, part.get("removal", "DELETE FROM e WHERE g = {g} AND n = x;"),
            *(SKEW if r.random() < 0.8 else c([[], SKEW[:1], ["UPDATE b SET v = v + x WHERE g = {g} AND id = q;"]])), c(["", "/*P*/"]),
            "END;" if skip == "BEGIN" else "END IF;"]
    if loop:
        body = [f"FOR k IN {loop} LOOP", *body, "END LOOP;"]
    return [line.format(g="k" if loop else "p") for line in body]


def draw(r):
    c = r.choice
    kinds = set().union(*[c(ALIKE) for _ in range(c([0, 1, 1, 1, 1, 1, 2]))])
    part = {kind: c(PARTS[kind]) for kind in PARTS if kind in kinds}
    reference = {"CASCADE": " REFERENCES grp ON DELETE CASCADE ON UPDATE CASCADE", "SET DEFAULT": " DEFAULT 1 REFERENCES grp ON DELETE SET DEFAULT"}
    sql = f"""CREATE TABLE a (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE b (g int, id int, v int NOT NULL, PRIMARY KEY (g, id));
CREATE TABLE grp (id int PRIMARY KEY);
CREATE SEQUENCE s START 20;
CREATE TABLE c (g int PRIMARY KEY, n int NOT NULL, m int NOT NULL);
CREATE TABLE e (g int NOT NULL{reference.get(part.get('parent'), '')}, n int NOT NULL, v int NOT NULL, {part.get('key', c(['PRIMARY KEY (g, n)', 'UNIQUE (n, g)']))});
{part.get('child', 'CREATE TABLE f (LIKE e INCLUDING ALL);')}
CREATE VIEW ev AS SELECT * FROM e{part.get('view', '')};
"""
    if "trigger" in part:
        sql += (f"CREATE FUNCTION fired() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {part['trigger']} RETURN OLD; END $$;\n"
                "CREATE TRIGGER fires BEFORE DELETE ON e FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION fired();\n")
    sql += routine("one", take(r, part))
    plain = "UPDATE c SET n = n + 1 WHERE g = p RETURNING n INTO x;"
    insert = part.get("row", "INSERT INTO e VALUES (p, x, 0);")
    sql += routine("put", [part.get("draw", plain), c(["", "/*P*/"]), insert])
    names = ["one", "put"]
    if "other" in part or r.random() < 0.3:
        names.append("two")
        sql += routine("two", [part["other"]] if "other" in part else [*take(r, {})])
    rows = [f"INSERT INTO e VALUES ({g}, {n}, {c('01')})" for g in (1, 2) for n in r.sample([1, 2, 3, 4], c([1, 2, 2, 3]))]
    init = ["SET session_replication_role = replica", "INSERT INTO grp VALUES (1), (2), (3)", "INSERT INTO a VALUES (1, 1), (2, 0)",
            "INSERT INTO c VALUES (1, 4, 4), (2, 4, 4)", "INSERT INTO b SELECT g, id, 1 FROM generate_series(1, 3) g, generate_series(1, 2) id",
            *rows, "SET session_replication_role = origin"]
    sessions = [["one", "one"], ["one", names[-1]], ["one", "one", names[-1]], ["one", "one", "put"]]
    calls = []
    for client in sessions:
        groups = c(["1", "1", "2", "12"])
        calls.append([f"SELECT {name}({c(groups)}, {q})" for name, q in zip(client, r.sample("12", 2) + ["1"])])
    return {"sql": sql, "init": init, "calls": calls, "assumes": "SKIP LOCKED" in sql}
