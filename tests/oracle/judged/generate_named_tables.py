"""EXECUTE of texts in which the table's name is a value: format and quote_ident, all kinds of statements, beside reads and writes of
the same tables by name. Names are those of tables with and without the columns, with capitals, of other schemas, of no table, NULL;
tables have triggers, foreign keys, unique keys; a guard may say which names there are."""

SCHEMA = """CREATE SCHEMA x;
CREATE TABLE acc (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE sav (id integer PRIMARY KEY, n integer NOT NULL{unique});
CREATE TABLE "Acc" (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE note (id integer PRIMARY KEY, body text);
CREATE TABLE x.sav (id integer PRIMARY KEY, n integer NOT NULL);
{more}"""
TRIGGER = """CREATE FUNCTION on_sav() RETURNS trigger LANGUAGE plpgsql AS $f$ BEGIN UPDATE acc SET n = n + 1 WHERE id = 2; RETURN NULL; END $f$;
CREATE TRIGGER on_sav AFTER INSERT OR UPDATE OR DELETE ON sav FOR EACH ROW EXECUTE FUNCTION on_sav();
"""
MORE = ["", "", "", "CREATE TABLE child (id integer PRIMARY KEY, sav_id integer REFERENCES sav ON DELETE CASCADE);\n", TRIGGER,
        "CREATE TABLE child (id integer PRIMARY KEY, acc_id integer REFERENCES acc);\n"]
NAMES = ["'acc'"] * 12 + ["'sav'"] * 4 + ["'Acc'", "'ACC'", "'note'", "'none'", "NULL"]
WRITES = ["UPDATE %I SET n = n + $1 WHERE id = 1", "UPDATE %I SET n = $1 WHERE id = 1", "DELETE FROM %I WHERE n < $1",
          "DELETE FROM %I WHERE id = 1 AND n <= $1", "INSERT INTO %I (id, n) VALUES (3, $1)", "DELETE FROM %I WHERE $1 > 0",
          "INSERT INTO %I (id, n) SELECT 4, count(*) FROM acc WHERE n <= $1", "UPDATE public.%I SET n = n + $1 WHERE id = 2",
          "UPDATE %I AS u SET n = u.n + $1 WHERE u.id = 1", "INSERT INTO %I (id, n) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET n = 9"]
READS = ["SELECT n FROM %I WHERE id = 1 AND n >= $1", "SELECT sum(n) FROM %I WHERE id + $1 > 0", "SELECT n FROM %I WHERE id = $1 FOR UPDATE",
         "SELECT count(*) FROM %I WHERE n >= $1"]
STATIC = ["SELECT n INTO v FROM acc WHERE id = 1;", "SELECT sum(n) INTO v FROM sav;", "SELECT n INTO v FROM acc WHERE id = 1 FOR UPDATE;",
          "UPDATE acc SET n = n + 1 WHERE id = 1;", "UPDATE sav SET n = v WHERE id = 1;", "DELETE FROM acc WHERE id = 2;", "",
          "INSERT INTO acc VALUES (3, coalesce(v, 0));", "IF v > 3 THEN RAISE EXCEPTION 'full'; END IF;"]


def executed(r):
    reads = r.random() < 0.35
    text = r.choice(READS if reads else WRITES)
    made = r.choice([f"format('{text}', t)", f"format('{text}', t)", f"format('{text}', lower(t))",
                     "'" + text.replace("%I", "' || quote_ident(t) || '") + "'"])
    into = "INTO v " if reads else r.choice(["", "", "", ""])
    return f"EXECUTE {made} {into}USING {r.choice(['a', '1', 'coalesce(v, a)'])};"


def skew(r):
    """A read and a write that depends on it, one of them by name or both."""
    read = r.choice(["SELECT sum(n) INTO v FROM acc;", "SELECT n INTO v FROM acc WHERE id = 1;", "SELECT sum(n) INTO v FROM sav;",
                     "EXECUTE format('SELECT sum(n) FROM %I WHERE id > 0', t) INTO v;", "EXECUTE format('SELECT n FROM %I WHERE id = 1', t) INTO v;"])
    write = r.choice(["UPDATE %I SET n = $1 + 1 WHERE id = 1", "UPDATE %I SET n = $1 + 1 WHERE id = a_", "INSERT INTO %I VALUES (a_ + 10, $1)",
                      "DELETE FROM %I WHERE n <= $1", "DELETE FROM %I WHERE id = a_ AND $1 < 9"])
    write = r.choice([f"EXECUTE format('{write}', t) USING v;".replace("a_", "$2").replace("USING v", "USING v, a")] * 3 +
                     ["UPDATE acc SET n = v + 1 WHERE id = 1;", "DELETE FROM acc WHERE id = a;", "INSERT INTO acc VALUES (a + 10, v);"])
    return f"{read} /*P*/ {write}"


def body(r):
    if r.random() < 0.6:
        return skew(r)
    parts = [r.choice(STATIC), "/*P*/", executed(r), r.choice(["", "/*P*/", "GET DIAGNOSTICS c = ROW_COUNT;"]),
             r.choice([*STATIC, "IF c = 0 THEN RAISE EXCEPTION 'none'; END IF;", "IF NOT FOUND THEN v := -1; END IF;", executed(r)])]
    if r.random() < 0.3:
        r.shuffle(parts)
    if r.random() < 0.15:
        at = r.randrange(len(parts))
        parts[at] = f"BEGIN {parts[at]} EXCEPTION WHEN OTHERS THEN v := -2; END;"
    if r.random() < 0.15:
        parts.insert(0, "IF t NOT IN ('acc', 'sav') THEN RAISE EXCEPTION 'no such table'; END IF;")
    return " ".join(parts)


def draw(r):
    kind = r.choice(["text", "text", "name", "varchar"])
    programs = "".join(f"CREATE FUNCTION {name}(t {kind}, a integer) RETURNS integer LANGUAGE plpgsql AS $$ DECLARE v integer; c integer; "
                       f"BEGIN {body(r)} RETURN v; END $$;\n" for name in "pq"[:r.choice([1, 2, 2])])
    schema = SCHEMA.format(unique=r.choice(["", "", " UNIQUE"]), more=r.choice(MORE))
    called = "pq" if "FUNCTION q" in programs else "p"
    calls = [[f"SELECT {r.choice(called)}({r.choice(NAMES)}, {r.choice([0, 1, 2])})" for _ in range(r.choice([2, 2, 3]))] for _ in range(3)]
    return {"sql": schema + programs, "calls": calls, "options": r.choice([["--complete-schema"], []]), "failing": True,
            "init": [f"INSERT INTO {table} VALUES (1, 1), (2, 2)" for table in ("acc", "sav", '"Acc"', "x.sav")]}
