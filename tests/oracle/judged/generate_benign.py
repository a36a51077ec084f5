"""Programs that harm each other only with some arguments and rows: amounts above zero, limits that are reached, two different
rows, values that differ, fields of documents. What a level calls benign here a server must not break: judge.py --benign."""

INSTANCES = 3
SCHEMA = """CREATE TABLE e (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, a int NOT NULL, n int NOT NULL);
CREATE TABLE t (id int PRIMARY KEY, s text NOT NULL, q int NOT NULL, n int NOT NULL DEFAULT 0);
CREATE TYPE pair AS (p int, q int);
CREATE TABLE d (id int PRIMARY KEY, j jsonb, a int[], g int4range, c pair);
"""
GUARDS = ["b < x", "b <= x", "b < x AND x > 0", "b > x", "b >= x", "b + x > 3", "b <> x", "b = 0", "x < 0 OR b < x", "b - x < -1"]


def threshold(c):
    """The sum of what an account has, and an entry more."""
    aggregate = c(["coalesce(sum(n), 0)", "coalesce(max(n), 0)", "count(*)", "coalesce(min(n), 0)"])
    return (f"SELECT {aggregate} INTO b FROM e WHERE a = k; /*P*/ IF {c(GUARDS)} THEN "
            f"{c(['RETURN -1;', 'RETURN -1;', 'RETURN b;'])} END IF; "
            f"INSERT INTO e (a, n) VALUES (k, {c(['-x', 'x', '1', 'x - b', '0'])});")


def claim(c):
    """Some rows of a queue, as long as there are few that run."""
    lock = c(["", "FOR UPDATE", "FOR UPDATE NOWAIT", "FOR NO KEY UPDATE"])
    return ("SELECT count(*) INTO b FROM t WHERE q = k AND s = 'run'; /*P*/ "
            f"IF b {c(['>=', '>'])} x THEN RETURN -1; END IF; "
            f"FOR r IN SELECT id FROM t WHERE q = {c(['k', 'k', 'k + 1'])} AND s = 'wait' ORDER BY n, id LIMIT "
            f"{c(['1', 'x - b', 'x'])} {lock} LOOP /*P*/ UPDATE t SET s = 'run' WHERE id = r{c(['', ' AND s = ' + repr('wait')])}; "
            "END LOOP;")


def row(c):
    """A value that is read, and written where a guard lets it."""
    return (f"SELECT n INTO b FROM t WHERE id = {c(['k', 'k', 'x'])}; /*P*/ IF b IS NULL OR {c(GUARDS)} THEN RETURN -1; END IF; "
            f"UPDATE t SET n = {c(['b - x', 'n - x', 'b', 'x', '0', 'b * x', 'abs(b)', 'greatest(n, x)'])} "
            f"WHERE id = {c(['k', 'k', 'x', 'k + 1'])};")


def state(c):
    return (f"SELECT count(*) INTO b FROM t WHERE s = {c([repr('wait'), repr('run')])} AND q = k; /*P*/ "
            f"IF b {c(['<', '<=', '=', '>'])} {c(['1', '2', 'x'])} THEN RETURN b; END IF; "
            f"UPDATE t SET s = {c([repr('wait'), repr('run'), repr('done')])} WHERE id = x;")


def part(c):
    """A part of a document, an array, a range, a composite value."""
    read, write = c([("(j ->> 'n')::int", "j = jsonb_set(j, '{n}', to_jsonb(@))"), ("(j #>> '{m,k}')::int", "j = jsonb_set(j, '{m,k}', to_jsonb(@))"),
                     ("coalesce((j -> 'm' ->> 'k')::int, 0)", "j = j || jsonb_build_object('m', jsonb_build_object('k', @))"),
                     ("jsonb_array_length(j -> 'l')", "j = jsonb_set(j, '{l}', (j -> 'l') || to_jsonb(@))"),
                     ("cardinality(a)", "a = a || (@)"), ("a[1]", "a[1] = @"), ("coalesce(array_position(a, x), 0)", "a = array_append(a, @)"),
                     ("upper(g)", "g = int4range(0, greatest(@, 0))"), ("upper(g) - lower(g)", "g = int4range(lower(g), greatest(@, lower(g)))"),
                     ("(c).p", "c.p = @"), ("(c).p + (c).q", "c.q = @")])
    if c([True, False]):
        return (f"SELECT {read} INTO b FROM d WHERE id = k; /*P*/ IF b IS NULL OR {c(GUARDS)} THEN RETURN -1; END IF; "
                f"UPDATE d SET {write.replace('@', c(['b - x', 'b - 1', 'b + 1', 'x']))} WHERE id = k;")
    return (f"SELECT {read} INTO b FROM d WHERE id = k; /*P*/ IF {c(GUARDS)} THEN RETURN -1; END IF; "
            f"UPDATE d SET {write.replace('@', c(['b - x', 'b - 1', 'b + 1', 'x']))} WHERE id = k;")


def word(c):
    """A word within a document."""
    read, write = c([("j ->> 's'", "j = jsonb_set(j, '{s}', '\"done\"')"), ("j #>> '{m,s}'", "j = jsonb_set(j, '{m,s}', '\"done\"')")])
    return (f"SELECT {read} INTO w FROM d WHERE id = k; /*P*/ IF w {c(['<>', 'IS DISTINCT FROM'])} 'open' THEN RETURN -1; END IF; "
            f"UPDATE d SET {write} WHERE id = k;")


def chosen(c):
    """Which row comes first, beside a counter that says when."""
    read = c(["DISTINCT ON (q) s INTO w FROM t ORDER BY q, n DESC", "DISTINCT ON (q) s INTO w FROM t WHERE q = k ORDER BY q, n",
              "s INTO w FROM t WHERE n = (SELECT max(n) FROM t)", "string_agg(s, '' ORDER BY n) INTO w FROM t WHERE q = k",
              "first_value(s) OVER (ORDER BY n DESC) INTO w FROM t WHERE q = k", "s INTO w FROM t WHERE q = k ORDER BY n DESC LIMIT 1",
              "s INTO w FROM t x WHERE q = k AND NOT EXISTS (SELECT 1 FROM t y WHERE y.q = x.q AND y.n > x.n)"])
    return f"SELECT {read}; /*P*/ SELECT a[1] INTO b FROM d WHERE id = 1; RETURN w || b;"


def raised(c):
    """What changes the order, and the counter."""
    return (f"UPDATE t SET n = {c(['9', 'x', 'n + x', '-n'])} WHERE id = {c(['k', '1'])}; /*P*/ "
            "UPDATE d SET a[1] = a[1] + 1 WHERE id = 1; RETURN '';")


def draw(r):
    c = r.choice
    if c([True] + [False] * 5):
        text = SCHEMA + "".join(f"CREATE FUNCTION {name}(k int, x int) RETURNS text LANGUAGE plpgsql AS $$ DECLARE b int; w text; "
                                f"BEGIN /*P*/ {body} END $$;\n" for name, body in (("look", chosen(c)), ("up", raised(c))))
        init = ["INSERT INTO d VALUES (1, '{}', ARRAY[1], int4range(0, 1), ROW(1, 1))",
                "INSERT INTO t VALUES " + ", ".join(f"({i}, '{s}', {c([1, 1, 2])}, {c([0, 1, 2, 3])})" for i, s in enumerate("abcd", 1))]
        return {"sql": text, "init": init, "levels": ["read-committed", "repeatable-read"],
                "calls": [[f"SELECT look({c([1, 2])}, 0)", f"SELECT up({c([1, 2, 3])}, {c([-1, 1, 5])})"] for _ in range(5)]}
    bodies = [c([threshold, claim, row, state, part, part, word])(c)] + ([c([threshold, claim, row, state, part, part, word])(c)] if r.random() < 0.4 else [])
    reader = r.random() < 0.3
    text = SCHEMA + "".join(
        f"CREATE FUNCTION p{i}(k int, x int) RETURNS int LANGUAGE plpgsql AS $$ DECLARE b int; r int; w text; BEGIN /*P*/ {body} "
        f"/*P*/ RETURN {c(['0', '0', 'b'])}; END $$;\n" for i, body in enumerate(bodies))
    if reader:
        text += ("CREATE FUNCTION look(k int) RETURNS bigint LANGUAGE plpgsql AS $$ DECLARE b bigint; BEGIN /*P*/ SELECT "
                 f"{c(['coalesce(sum(n), 0) INTO b FROM e WHERE a = k', 'count(*) INTO b FROM t WHERE q = k AND s = ' + repr('run')])}"
                 "; /*P*/ RETURN b; END $$;\n")
    init = ["INSERT INTO d VALUES " + ", ".join(
                f"({i}, '{{\"n\": {c([1, 2, 5])}, \"s\": \"open\", \"m\": {{\"k\": {c([1, 2])}, \"s\": \"open\"}}, \"l\": [{c(['', '1', '1, 2'])}]}}', "
                f"ARRAY[{c([1, 2])}, {c([1, 3])}], int4range(0, {c([1, 3])}), ROW({c([1, 2])}, {c([0, 1])}))" for i in (1, 2)),
            f"INSERT INTO e (a, n) VALUES (1, {c([1, 2, 3])}), (2, {c([0, 1, 2])})",
            "INSERT INTO t VALUES " + ", ".join(f"({i}, {c([repr('wait')] * 3 + [repr('run')])}, {c([1, 1, 2])}, {c([0, 1, 2, 3])})"
                                                for i in range(1, 5))]
    calls = []
    for number in range(6):
        client = [f"SELECT p{c(range(len(bodies)))}({c([1, 1, 2])}, {c([1, 1, 2, 0, -1, 3])})"
                  for _ in range(c([2, 2, 3]) if number else 2)]
        if reader and c([True, False]):
            client[-1] = f"SELECT look({c([1, 1, 2])})"
        calls.append(client)
    return {"sql": text, "init": init, "calls": calls, "levels": ["read-committed", "repeatable-read"]}
