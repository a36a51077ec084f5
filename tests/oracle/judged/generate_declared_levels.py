"""Transactions whose level the code sets: BEGIN, SET TRANSACTION, transaction_isolation, session defaults, after COMMIT in
procedures, with AND CHAIN, under conditions, in blocks with EXCEPTION."""

LEVELS = ["READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE", "READ UNCOMMITTED"]
READS = ["SELECT v {into} FROM t WHERE id = {k}", "SELECT v {into} FROM u WHERE id = {k}", "SELECT count(*) {into} FROM t WHERE v = 0",
         "SELECT sum(v) {into} FROM u"]
WRITES = ["UPDATE t SET v = v + 1 WHERE id = {k}", "UPDATE u SET v = 1 WHERE id = {k}", "UPDATE t SET v = {x} WHERE id = {k}",
          "INSERT INTO u VALUES ({k} + 2, 0) ON CONFLICT DO NOTHING", "DELETE FROM u WHERE id = {k}"]


def sets(r):
    """A statement that sets the level."""
    level = r.choice(LEVELS)
    return r.choice([f"SET TRANSACTION ISOLATION LEVEL {level}", f"SET TRANSACTION READ WRITE, ISOLATION LEVEL {level}",
                     f"SET LOCAL transaction_isolation = '{level.lower()}'", f"SET transaction_isolation TO '{level}'"] * 2
                    + ["RESET transaction_isolation", "SET LOCAL transaction_isolation TO DEFAULT"])


def script(r, name):
    c, level = r.choice, r.choice(LEVELS)
    begin = c([f"BEGIN ISOLATION LEVEL {level}", f"START TRANSACTION ISOLATION LEVEL {level}, READ WRITE", "BEGIN", "BEGIN", "BEGIN"])
    lines = [begin]
    if begin == "BEGIN" or r.random() < 0.2:
        lines += c([[sets(r)], [sets(r)], [sets(r), sets(r)], ["SET LOCAL lock_timeout = 0", sets(r)], [f"SET LOCAL default_transaction_isolation = '{level.lower()}'"],
                    [f"SET default_transaction_isolation = '{level.lower()}'"], []])
    for _ in range(c([1, 2])):
        lines.append(c(READS).format(into="", k="$1"))
    lines.append(c(WRITES).format(k="$2", x="7"))
    named = [("-- params: a, b\n" if "$2" in line else "-- params: a\n" if "$1" in line else "") + line for line in lines[1:]]
    return f"-- name: {name}\n{begin};\n" + "".join(f"{line};\n" for line in named) + "COMMIT;\n"


def work(r):
    read, write = r.choice(READS).format(into="INTO x", k=r.choice("ab")), r.choice(WRITES).format(k=r.choice("ab"), x="coalesce(x, 0) + 1")
    return f"{read}; /*P*/ {r.choice([write, write, READS[0].format(into='INTO y', k='b')])}; r := concat_ws('|', r, x, y);"


def procedure(r, name):
    c, level = r.choice, r.choice(LEVELS).lower()
    end = c(["COMMIT", "COMMIT", "ROLLBACK", "COMMIT AND CHAIN"])
    bodies = [f"{end}; {sets(r)}; /*C*/ {work(r)}", f"SET default_transaction_isolation = '{level}'; {end}; /*C*/ {work(r)}",
              f"PERFORM set_config('default_transaction_isolation', '{level}', {c(['false', 'true'])}); {end}; /*C*/ {work(r)}",
              f"SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL {level}; {end}; /*C*/ {work(r)}",
              f"{sets(r)}; {work(r)}", f"{end}; {sets(r)}; COMMIT AND CHAIN; /*C*/ {work(r)}",
              f"{end}; LOOP {sets(r)}; /*C*/ {work(r)} EXIT; END LOOP;", f"{end}; BEGIN {sets(r)}; EXCEPTION WHEN OTHERS THEN NULL; END; {work(r)}",
              f"{end}; IF a > 1 THEN {sets(r)}; END IF; {work(r)}", f"FOR i IN 1..2 LOOP {end}; {sets(r)}; /*C*/ END LOOP; {work(r)}",
              f"FOR i IN 1..2 LOOP {work(r)} {end}; {sets(r)}; /*C*/ END LOOP;", f"{end}; NULL; {sets(r)}; /*C*/ {work(r)} COMMIT; /*C*/ {work(r)}",
              f"SET LOCAL default_transaction_isolation = '{level}'; {end}; /*C*/ {work(r)}"]
    return f"CREATE PROCEDURE {name}(a int, b int, INOUT r text) LANGUAGE plpgsql AS $$ DECLARE x int; y int;\nBEGIN {c(bodies)} END $$;\n"


def draw(r):
    sql = "CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);\nCREATE TABLE u (id int PRIMARY KEY, v int NOT NULL);\n"
    names = []
    for i in range(r.choice([1, 2, 2])):
        if r.random() < 0.5:
            sql, names = sql + script(r, f"x{i}"), [*names, f"x{i}"]
        else:
            sql, names = sql + procedure(r, f"p{i}"), [*names, f"CALL p{i}"]
    calls = [[f"{name}({r.choice([1, 2])}, {r.choice([1, 2])}{', null' * name.startswith('CALL')})" for name in r.choices(names, k=2)]
             for _ in range(4)]
    return {"sql": sql, "init": ["INSERT INTO t VALUES (1, 0), (2, 0)", "INSERT INTO u VALUES (1, 0), (2, 0)"], "calls": calls,
            "own_levels": True}
