"""Rows numbered by a query: the greatest number plus one, or what looks like it, with a unique key over group and number. Of two
such rows, the transaction with the greater number has seen the other, if all rows come so, and none goes or changes its key. Most sets leave
out one condition of this, some two or none: by the key, the query, the row, its trigger, or another writer."""

KEYS = ["UNIQUE (g, n) DEFERRABLE INITIALLY DEFERRED", "UNIQUE (g, n, v)", "UNIQUE (n)", "UNIQUE NULLS NOT DISTINCT (g, n)", "CHECK (n > 0)",
        "EXCLUDE USING btree (g WITH =, n WITH =)"]
INDEXES = ["CREATE UNIQUE INDEX e_part ON e (g, n) WHERE v = 0;", "CREATE UNIQUE INDEX e_part ON e (g, n) WHERE n > 4;",
           "CREATE UNIQUE INDEX e_half ON e (g, (n / 2));", "CREATE UNIQUE INDEX e_key ON ONLY e (g, n);"]
# Of those that name q, two in one group give two numbers: neither is refused.
GROUPS = ["WHERE g = q", "WHERE g = p AND n <> q * 2", "WHERE g = p AND n < q * 2 + 1", "WHERE g = p OR g = q", "WHERE g = p AND v = q - 1", "WHERE g <= q",
          "", "WHERE g = p AND v = 0", "WHERE g IS NOT DISTINCT FROM p", "WHERE g = p AND g < 2", "WHERE g = p + 0"]
NUMBERS = ["coalesce(max(n), 0) + q", "coalesce(max(n), q) + 1", "coalesce(max(n) FILTER (WHERE v = q - 1), 0) + 1", "coalesce(max(n + q), 0) + 1",
           "greatest(coalesce(max(n), 0), q * 3) + 1", "count(*) + q", "coalesce(max(n), 5) + 1", "count(*) + 1", "coalesce(min(n), 0) - 1", "coalesce(max(v), 0) + q"]
ONE_ROW = ["n {into} FROM e {where} ORDER BY n DESC LIMIT 1 OFFSET 1", "n {into} FROM e {where} ORDER BY n LIMIT 1",
           "n {into} FROM e {where} ORDER BY v DESC LIMIT 1", "n {into} FROM e {where} ORDER BY n DESC LIMIT 1 FOR UPDATE",
           "n {into} FROM e {where} ORDER BY n DESC LIMIT 1 FOR UPDATE SKIP LOCKED", "max(n) {into} FROM e {where} HAVING count(*) > 1",
           "n {into} FROM e {where} ORDER BY v DESC, n DESC LIMIT 1", "n {into} FROM e {where} ORDER BY n % 3 DESC LIMIT 1", "n {into} FROM e {where} LIMIT 1"]
TRIGGERS = ["NEW.n := NEW.n + 1;", "NEW.g := 1;", "IF NEW.n > 5 THEN RETURN NULL; END IF;", "NEW.n := (SELECT coalesce(max(n), 0) + 1 FROM e WHERE g = NEW.g);",
            "IF (SELECT v FROM a WHERE id = 1) > 1 THEN RETURN NULL; END IF;", "DELETE FROM e WHERE g = NEW.g AND n < NEW.n - 1;",
            "INSERT INTO e SELECT NEW.g, NEW.n + 1, 1 WHERE NEW.v = 0;", "UPDATE e SET n = n + 10 WHERE g = NEW.g AND n = NEW.n AND v = 0;"]
OTHERS = ["DELETE FROM e WHERE g = p AND n >= q * 2;", "DELETE FROM e WHERE g = p;", "UPDATE e SET n = n + 10 WHERE g = p AND n = q * 2;",
          "UPDATE e SET g = q WHERE g = p;", "UPDATE e SET v = 1 - v WHERE g = p AND n = q * 2;", "INSERT INTO e VALUES (p, q + 5, 0);",
          "INSERT INTO e SELECT p, q + 4, count(*) FROM e;", "INSERT INTO f VALUES (p, q + 4, 0);", "DELETE FROM grp WHERE id = p;",
          "UPDATE grp SET id = id + 5 WHERE id = p;", "TRUNCATE e;", "INSERT INTO ev VALUES (p, q + 5, 0);",
          "MERGE INTO e USING (SELECT q + 4 AS k) s ON e.g = p AND e.n = s.k WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT VALUES (p, s.k, 0);",
          "INSERT INTO e SELECT p, coalesce(max(n), 5) + 1, 0 FROM e WHERE g = p;", "INSERT INTO e SELECT p, coalesce(max(n), 0) + 1, 0 FROM f WHERE g = p;",
          "DELETE FROM e USING a WHERE e.v = a.v AND a.id = 2;"]
ROWS = ["{insert} ON CONFLICT DO NOTHING;", "{insert} ON CONFLICT (g, n) DO UPDATE SET v = e.v + 1;", "{insert} ON CONFLICT (g, n) DO NOTHING;",
        "BEGIN {insert}; EXCEPTION WHEN unique_violation THEN x := -1; END;", "IF q = 1 THEN {insert}; END IF;", "{insert}; x := x + 1; {insert};",
        "FOR i IN 1..q LOOP {insert}; x := x + 1; END LOOP;", "IF q = 1 THEN x := x + 1; END IF; {insert};",
        "IF (SELECT v FROM a WHERE id = 1) = 1 THEN x := 5; END IF; {insert};", "{insert}; DELETE FROM e WHERE g = p AND n = x - 1;"]
VALUES = ["q", "q", "p + q - 1", "nullif(q, 2)", "1"]
LOOKS = ["y := (SELECT v FROM a WHERE id = {k});", "UPDATE a SET v = v + 1 WHERE id = {k};", "UPDATE a SET v = {k} WHERE id = {k};", "y := (SELECT sum(v) FROM a);",
         "y := (SELECT count(*) FROM e WHERE g = {k});", "y := (SELECT max(n) FROM e WHERE g = {k});", "UPDATE a SET v = x WHERE id = {k};"]
# Two of these that do not see each other leave what no serial order leaves.
SKEW = ["y := (SELECT sum(v) FROM b WHERE g = p);", "UPDATE b SET v = y WHERE g = p AND id = q;"]
PARTS = {"key": KEYS, "index": INDEXES, "where": GROUPS, "number": NUMBERS, "one row": ONE_ROW, "trigger": TRIGGERS, "other": OTHERS, "row": ROWS,
         "group": VALUES, "null": [""], "table": ["f", "ev", "ONLY e"], "start": ["5", "q"], "timing": ["AFTER"], "parent": ["CASCADE", "SET DEFAULT"],
         "child": ["CREATE TABLE f () INHERITS (e);"], "view": [" WHERE v = 0"]}
ALIKE = [{"other"}] * 6 + [{"row"}] * 4 + [{"number"}] * 3 + [{"where"}, {"group"}, {"other", "parent"}, {"other", "null"}, {"other", "child"}, {"trigger"},
                                                           {"trigger", "timing"}, {"other", "view"}, {"table", "view"}, {"table", "other", "child"},
                                                           {"where", "group"}, {"key", "index"}, {"key"}, {"index"}, {"key", "null"}, {"one row"}]


def numbered(r, part):
    """Draws a number, and inserts a row with it."""
    c = r.choice
    where, table, first = part.get("where", "WHERE g = p"), part.get("table", "e"), part.get("start", "0")
    query = part["one row"].replace("{where}", where) if "one row" in part else f"{part.get('number', c(['coalesce(max(n), 0) + 1', 'n']))} {{into}} FROM {table} {where}"
    plain = query == f"n {{into}} FROM {table} {where}"
    query += " ORDER BY n DESC LIMIT 1" * plain
    insert = f"INSERT INTO e VALUES ({part.get('group', 'p')}, x, {c('qqq0')})"
    if not {"row", "one row", "start"} & set(part) and not plain and r.random() < 0.3:
        expression, _, rest = query.partition(" {into} ")
        return [f"INSERT INTO e SELECT {part.get('group', 'p')}, {expression}, 0 {rest};", "/*P*/"]
    lines = ["SELECT " + query.format(into="INTO x") + ";"]
    if "coalesce" not in query:
        first, step = ("1" if first == "0" else first), "x + 1" if query.startswith("n ") or "HAVING" in query else "x"
        lines.append(c([f"x := coalesce({step}, {first});", f"IF x IS NULL THEN x := {first}; ELSE x := {step}; END IF;"]))
    return [*lines, "/*P*/", part.get("row", "{insert};").replace("{insert}", insert)]


def program(r, name, body):
    if r.random() < 0.8:
        body = [*body, *SKEW] if r.random() < 0.7 else [*SKEW, *body]
    else:
        for _ in range(r.choice([0, 0, 1, 1, 2])):
            body.insert(r.choice([0, len(body)]), r.choice(LOOKS).format(k=r.choice("pq12")))
    # Few pauses: two that draw, and a third between them, then meet in a few interleavings.
    often = r.random() < 0.3
    text = "\n  ".join(f"/*P*/ {line}" if often and line[:6] in ("UPDATE", "SELECT", "INSERT", "y := (") else line for line in body)
    return (f"CREATE FUNCTION {name}(p int, q int) RETURNS text LANGUAGE plpgsql AS $$\nDECLARE x int; y int := 0;\nBEGIN\n  {text}\n"
            "  RETURN concat_ws('|', x, y);\nEND $$;\n")


def draw(r):
    c = r.choice
    kinds = set().union(*[c(ALIKE) for _ in range(c([0, 1, 1, 1, 1, 1, 2]))])
    part = {kind: c(PARTS[kind]) for kind in PARTS if kind in kinds}
    null, number = part.get("null", " NOT NULL"), c(["int"] * 6 + ["bigint", "smallint"])
    reference = {"CASCADE": " REFERENCES grp ON DELETE CASCADE ON UPDATE CASCADE", "SET DEFAULT": " DEFAULT 1 REFERENCES grp ON DELETE SET DEFAULT"}
    key = part.get("key", "" if "index" in part else c(["UNIQUE (g, n)", "UNIQUE (n, g)"] if "null" in part else ["PRIMARY KEY (g, n)", "UNIQUE (g, n)"]))
    sql = f"""CREATE TABLE a (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE b (g int, id int, v int NOT NULL, PRIMARY KEY (g, id));
CREATE TABLE grp (id int PRIMARY KEY);
CREATE TABLE e (g int{null}{reference.get(part.get('parent'), '')}, n {number}{null}, v int NOT NULL{', ' * bool(key)}{key});
{part.get('child', 'CREATE TABLE f (LIKE e INCLUDING ALL);')}
CREATE VIEW ev AS SELECT * FROM e{part.get('view', '')};
{part.get('index', '')}
"""
    if "trigger" in part:
        sql += (f"CREATE FUNCTION fired() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {part['trigger']} RETURN NEW; END $$;\n"
                f"CREATE TRIGGER fires {part.get('timing', 'BEFORE')} INSERT ON e FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION fired();\n")
    names = ["one"]
    sql += program(r, "one", numbered(r, part))
    if "other" in part or r.random() < 0.3:
        names.append("two")
        sql += program(r, "two", [part["other"]] if "other" in part else numbered(r, {}))
    rows = [f"INSERT INTO e VALUES ({g}, {n}, {c('01')})" for g, most in ((1, c([3, 4, 5])), (2, c([2, 2, 3]))) for n in range(g + 1, most, 2)]
    init = ["SET session_replication_role = replica", "INSERT INTO grp VALUES (1), (2), (3)", "INSERT INTO a VALUES (1, 1), (2, 0)",
            "INSERT INTO b SELECT g, id, 1 FROM generate_series(1, 3) g, generate_series(1, 2) id", *rows,
            "SET session_replication_role = origin"]
    sessions = [["one", "one"], ["one", names[-1]], ["one", "one", names[-1]], ["one", "one", names[-1]]]
    calls = []
    for client in sessions:
        groups = c(["1", "1", "2", "2", "12"])
        calls.append([f"SELECT {name}({c(groups)}, {q})" for name, q in zip(client, r.sample("12", 2) + ["1"])])
    return {"sql": sql, "init": init, "calls": calls, "assumes": "SKIP LOCKED" in sql}
