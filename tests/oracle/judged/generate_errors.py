"""Errors as results: conditions that raise an error on rows that others write, beside conditions that may be asked first;
in WHERE, ON, EXISTS, columns and aggregates, with and without handlers."""

INSTANCES = 3
COLUMNS = "id int PRIMARY KEY, v int NOT NULL, w bigint NOT NULL, s text NOT NULL, n numeric, g int NOT NULL"
# A row on which one of the conditions below may fail, as v, w, s, n, g.
ROWS = ["0, 0, '0', 0, 1", "2147483647, 2147483648, 'x', 1000, 1", "-2147483648, -9223372036854775808, '(', -1, 1",
        "-5, 5, '-5', 0.5, 0", "1, 1, '1', 1, 1", "3, 40000, 'a\\', 999.6, 2", "-2147483647, 9223372036854775807, '', NULL, 0"]
FAILING = ["10 / v > 1", "v + 1000 < 0", "v - 1 > 100", "-v > 5", "abs(v) < 0", "v * 2 = 6", "v % g = 1", "w::int = 7", "w::smallint < 0",
           "s::int = 3", "n::numeric(3,0) = 7", "n / g > 5", "1 / n < 0", "s ~ s", "'a' LIKE s", "w + 1 < 0", "substr(s, 1, v) = 'q'",
           "sqrt(v) > 1e9", "s::numeric > 5", "(v + 1 - 1) < -7", "mod(7, g) = 3", "small(v) > 3", "checked(v) = 1", "v::positive < 0",
           "CASE WHEN g > 0 THEN 10 / v > 3 ELSE false END", "coalesce(NULL::int, 10 / v) > 3", "v = 7 OR 10 / v = 9",
           "v BETWEEN 1 AND 10 / g", "(10 / v) IN (7, 8)", "g <> 0 AND 10 / g > 20", "make_date(2020, g, 1) > '2030-01-01'",
           "(ARRAY[v])[1] / g = 9", "power(v, 2) < 0", "to_date(s, 'YYYY') = '1900-01-01'", "v::text::smallint = 3", "length(s) / v = 9",
           "10.0 / v > 100", "v / 2.0 < -1e30", "n * 2 = 3", "w::int::numeric = 3.5"]
GUARDS = ["", "", "", "id = a AND ", "v > 0 AND ", "v + 0 > 0 AND ", "g = 1 AND ", "s <> '' AND ", "n IS NOT NULL AND ", "id = a + 0 AND "]


def condition(c):
    failing = c(FAILING)
    return c([c(GUARDS) + failing, failing, f"{failing} AND {c(['g = 1', 'id = a', 'v <> 0', 'w > 0', 'v + 0 <> 0'])}"])


def query(c):
    w = condition(c)
    return c([f"SELECT count(*) INTO x FROM t WHERE {w};"] * 4 + [
        f"SELECT v INTO x FROM t WHERE {w} ORDER BY id LIMIT 1;", f"SELECT max(id) INTO x FROM t WHERE {w};",
        f"x := CASE WHEN EXISTS (SELECT 1 FROM t WHERE {w}) THEN 1 ELSE 0 END;",
        f"SELECT count(*) INTO x FROM u WHERE EXISTS (SELECT 1 FROM t WHERE t.g = u.id AND {qualified(w)});",
        f"SELECT count(*) INTO x FROM u WHERE NOT EXISTS (SELECT 1 FROM t WHERE t.g = u.id AND {qualified(w)});",
        f"SELECT count(*) INTO x FROM u JOIN t ON t.g = u.id AND {qualified(w)};",
        f"SELECT count(*) INTO x FROM u LEFT JOIN t ON t.g = u.id AND {qualified(w)};",
        f"SELECT count(*) FILTER (WHERE {w}) INTO x FROM t;", f"SELECT sum(10 / v) INTO x FROM t WHERE {c(['true', w])};",
        f"SELECT 10 / v INTO x FROM t WHERE {c(['true', w, 'g = 1'])} ORDER BY id LIMIT 1;",
        f"WITH q AS MATERIALIZED (SELECT id, g, 10 / v AS r FROM t) SELECT count(*) INTO x FROM q WHERE {c(['g = 0', 'r = 99', 'id = a'])};",
        f"SELECT (SELECT v FROM t WHERE g = a) INTO x;", f"SELECT v INTO STRICT x FROM t WHERE g = a;",
        f"UPDATE t SET v = 1 WHERE {w};", f"DELETE FROM t WHERE {w};", f"PERFORM 1 FROM t WHERE {w} FOR UPDATE;",
        f"SELECT count(*) INTO x FROM tv WHERE {w};", f"SELECT g INTO x FROM t GROUP BY g HAVING sum(10 / v) > 3 LIMIT 1;",
        f"FOR x IN SELECT v FROM t WHERE {w} LOOP EXIT; END LOOP;",
        f"MERGE INTO u USING t ON t.g = u.id WHEN MATCHED AND {qualified(w)} THEN DO NOTHING;",
        f"MERGE INTO u USING t ON t.g = u.id AND {qualified(w)} WHEN MATCHED THEN DO NOTHING WHEN NOT MATCHED AND t.g = 7 THEN DO NOTHING;"])


def qualified(w):
    for name in ("v", "w", "s", "n", "g", "id"):
        w = replace_word(w, name)
    return w


def replace_word(text, name):
    out, i = "", 0
    while i < len(text):
        j = i
        while j < len(text) and (text[j].isalnum() or text[j] in "_."):
            j += 1
        if j == i:
            out, i = out + text[i], i + 1
            continue
        word = text[i:j]
        out += f"t.{name}" if word == name and not out.endswith(".") else word
        i = j
    return out


def guarded(c, statement):
    if c([True, False, False]):
        return f"BEGIN {statement} EXCEPTION WHEN {c(['division_by_zero', 'data_exception', 'data_exception OR raise_exception OR cardinality_violation'])} THEN x := -1; END;"
    return statement


def write(c):
    row = c(ROWS)
    return c([f"INSERT INTO t VALUES (a + 10, {row});"] * 3 + [
        f"DELETE FROM t WHERE id = a;", f"DELETE FROM t WHERE id = 1;", f"UPDATE t SET v = {row.split(',')[0]} WHERE id = a;",
        f"UPDATE t SET (v, w, s, n, g) = ({row}) WHERE id = a;", "UPDATE t SET g = 0 WHERE id = a;", "UPDATE t SET g = 1 - g WHERE id = a;"])


def draw(r):
    c = r.choice
    programs = []
    for name in ("p", "w"):
        lines = []
        if name == "p" and c([True, True, False]):  # of the two, the rows that fail alone make a difference
            steps = [guarded(c, f"SELECT count(*) INTO x FROM t WHERE {c(GUARDS)}{c(FAILING)};"), "SELECT v INTO y FROM u WHERE id = 1;"]
        elif name == "p":
            steps = [guarded(c, query(c)), c(["SELECT v INTO y FROM u WHERE id = 1;", "UPDATE u SET v = v + 1 WHERE id = 1;", "SELECT sum(v) INTO y FROM u;"])]
        else:
            steps = [write(c), c(["UPDATE u SET v = 9 WHERE id = 1;", "UPDATE u SET v = 9 WHERE id = 1;", "SELECT v INTO y FROM u WHERE id = 1;"])]
        if c([True, True, False]) is False:
            steps.reverse()
        for step in steps:
            lines += ["/*P*/", step]
        programs.append(f"CREATE PROCEDURE {name}(a int, INOUT x int, INOUT y int) LANGUAGE plpgsql AS $$\nBEGIN\n"
                        + "\n".join(lines) + "\nEND $$;")
    sql = f"""CREATE DOMAIN positive AS int CHECK (VALUE > 0);
CREATE TABLE t ({COLUMNS});
CREATE TABLE u (id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION small(i int) RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT 10 / i';
CREATE FUNCTION checked(i int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN IF i = 0 THEN RAISE EXCEPTION 'zero'; END IF; RETURN i; END $$;
CREATE VIEW tv AS SELECT * FROM t WHERE g < 5;
""" + "\n".join(programs)
    init = ["INSERT INTO u VALUES (1, 1), (0, 0), (2, 5)"]
    for i in range(1, r.randint(1, 3)):
        init.append(f"INSERT INTO t VALUES ({i}, {c(ROWS + ['1, 1, ' + chr(39) + '1' + chr(39) + ', 1, 1'] * 6)})")
    ids = [r.randint(1, 2) for _ in range(3)]
    calls = [[f"CALL p({i}, 0, 0)", f"CALL w({j}, 0, 0)"] for i in (1, ids[0]) for j in (1, ids[1], 5)]
    return {"sql": sql, "init": init, "calls": calls[:4]}
