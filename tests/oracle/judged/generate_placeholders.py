"""Transactions of scripts with $1, ? and :1, which drivers number per statement: two of one number are two values, unless
"-- params:" gives them one name."""
import re

from sets import split

STATEMENTS = ["SELECT v FROM a WHERE id = {}", "SELECT v FROM a WHERE id = {} FOR UPDATE", "SELECT count(*) FROM b WHERE a = {}",
              "UPDATE a SET v = v + 1 WHERE id = {}", "UPDATE a SET v = {} WHERE id = {}", "DELETE FROM b WHERE a = {}",
              "INSERT INTO b VALUES ({}, {}) ON CONFLICT DO NOTHING", "SELECT v FROM a WHERE id IN ({}, {})",
              "UPDATE a SET v = (SELECT count(*) FROM b WHERE a = {}) WHERE id = {}", "SELECT pg_advisory_xact_lock({})"]


def block(r, name):
    """The transaction's text, and the numbers of values that each statement has, with the names they are given."""
    lines, holes = [f"-- name: {name}", "BEGIN;"], []
    style = r.choice("$$$?:")
    for _ in range(r.choice([2, 2, 3])):
        statement = r.choice(STATEMENTS)
        count = statement.count("{}")
        names = [r.choice("pq") for _ in range(count)] if r.random() < 0.4 else [None] * count
        if names[0]:
            lines.append(f"-- params: {', '.join(names)}")
        lines.append(statement.format(*("?" if style == "?" else f"{style}{i + 1}" for i in range(count))) + ";")
        holes.append(names)
    return "\n".join([*lines, "COMMIT;", ""]), holes


def call(r, text, holes):
    """The statements as a driver would send them."""
    named = {name: r.choice([1, 2]) for name in "pq"}
    statements = [s for s in split(re.sub(r"--[^\n]*", "", text), ";") if s not in ("BEGIN", "COMMIT")]
    sent = ["BEGIN"]
    for statement, names in zip(statements, holes):
        values = [named[name] if name else r.choice([1, 2]) for name in names]
        if "?" in statement:
            for value in values:
                statement = statement.replace("?", str(value), 1)
        sent.append(re.sub(r"[$:](\d)", lambda m, given=values: str(given[int(m[1]) - 1]), statement))
    return [*sent, "COMMIT"]


def draw(r):
    blocks = [block(r, f"x{i}") for i in range(r.choice([1, 2, 2]))]
    schema = "CREATE TABLE a (id int PRIMARY KEY, v int NOT NULL);\nCREATE TABLE b (id int PRIMARY KEY, a int NOT NULL);\n"
    calls = [[call(r, *r.choice(blocks)) for _ in range(2)] for _ in range(4)]
    return {"sql": schema + "".join(text for text, _ in blocks), "init": ["INSERT INTO a VALUES (1, 0), (2, 1)", "INSERT INTO b VALUES (1, 1)"],
            "calls": calls}
