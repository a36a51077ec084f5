"""psql's variables in statements: what \\gset keeps becomes a number, a text, the name of a column, or a part of a statement."""

SCHEMA = """CREATE TABLE t (id integer PRIMARY KEY, a integer NOT NULL, b integer NOT NULL);
CREATE TABLE choice (id integer PRIMARY KEY, col text NOT NULL, n integer NOT NULL);
"""
KEEPS = "SELECT col AS c, n AS k FROM choice WHERE id = 1 \\gset\n"
READS = ['SELECT :"c" AS x FROM t WHERE id = 1', "SELECT :c AS x FROM t WHERE id = 1", "SELECT id FROM t ORDER BY :c, id LIMIT 1",
         "SELECT a FROM t WHERE id = :k", "SELECT count(*) FROM t WHERE :k = a", "SELECT id FROM t WHERE 'b' = :'c' AND b > :k",
         'SELECT max(:"c") AS x FROM t', "SELECT sum(a) AS x FROM t WHERE b = :k"]
CHANGES = ["UPDATE t SET a = 7 WHERE id = 1", "UPDATE t SET b = b + 1", "UPDATE t SET a = a - 1, b = b + 1 WHERE id = 1",
           "UPDATE t SET a = a + 1 WHERE id = 1", "UPDATE t SET b = b + 2 WHERE id = 1", "UPDATE choice SET n = n + 1", "UPDATE choice SET col = 'a'",
           "UPDATE t SET b = 3 - b", "INSERT INTO t VALUES (3, 0, 9)"]
WITHIN = ["UPDATE t SET a = :k WHERE id = 2", "UPDATE choice SET n = :k + 1", "UPDATE t SET b = b + :k WHERE id = 1"]


def transaction(name, statements):
    return f"-- name: {name}\nBEGIN;\n" + "".join(statements) + "COMMIT;\n"


def draw(r):
    lines = [KEEPS, *(f"{r.choice([*READS, *READS, *READS, *WITHIN])};\n" for _ in range(r.choice([1, 1, 2])))]
    if r.random() < 0.7:  # the same twice
        lines.append(lines[-1])
    changes = [change for change in CHANGES if "choice" not in change] if r.random() < 0.7 else CHANGES
    sql = SCHEMA + transaction("looks", lines) + transaction("changes", [f"{s};\n" for s in r.sample(changes, r.choice([1, 2]))])
    init = ["INSERT INTO t VALUES (1, 1, 2), (2, 5, 1)", f"INSERT INTO choice VALUES (1, '{r.choice('ab')}', {r.choice([1, 2])})"]
    return {"sql": sql, "init": init, "calls": [["looks", "changes"], ["looks", "looks"], ["looks", "changes", "changes"]]}
