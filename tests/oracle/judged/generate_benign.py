"""Programs that harm each other only with some arguments and rows: amounts above zero, limits that are reached, two different
rows, values that differ. What a level calls benign here a server must not break: judge.py --benign."""

INSTANCES = 3
SCHEMA = """CREATE TABLE e (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, a int NOT NULL, n int NOT NULL);
CREATE TABLE t (id int PRIMARY KEY, s text NOT NULL, q int NOT NULL, n int NOT NULL DEFAULT 0);
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


def draw(r):
    c = r.choice
    bodies = [c([threshold, claim, row, state])(c)] + ([c([threshold, claim, row, state])(c)] if r.random() < 0.4 else [])
    reader = r.random() < 0.3
    text = SCHEMA + "".join(
        f"CREATE FUNCTION p{i}(k int, x int) RETURNS int LANGUAGE plpgsql AS $$ DECLARE b int; r int; BEGIN /*P*/ {body} "
        f"/*P*/ RETURN {c(['0', '0', 'b'])}; END $$;\n" for i, body in enumerate(bodies))
    if reader:
        text += ("CREATE FUNCTION look(k int) RETURNS bigint LANGUAGE plpgsql AS $$ DECLARE b bigint; BEGIN /*P*/ SELECT "
                 f"{c(['coalesce(sum(n), 0) INTO b FROM e WHERE a = k', 'count(*) INTO b FROM t WHERE q = k AND s = ' + repr('run')])}"
                 "; /*P*/ RETURN b; END $$;\n")
    init = [f"INSERT INTO e (a, n) VALUES (1, {c([1, 2, 3])}), (2, {c([0, 1, 2])})",
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
