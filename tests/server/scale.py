"""isoproof serve --policy interleaved: what a statement takes grows with the rows that it is about, and not with the table. The times
of a statement with few and with many rows beside it, on the same machine, are compared.

  scale.py"""

import os
import tempfile
import time

import serving
from serving import expect

OTHERS = 40000  # rows that refer to a row that does not change
MOST = 8  # times as long beside them; a search of the whole table for each row takes 20 times as long
RUNS = 5
CHANGED = 1000
ACTIONS = ["ON UPDATE CASCADE ON DELETE CASCADE", "ON UPDATE SET NULL ON DELETE SET NULL", ""]
SCHEMA = """
CREATE TABLE parent (id integer PRIMARY KEY, n integer);
CREATE TABLE child (id integer PRIMARY KEY, parent integer REFERENCES parent %s);
"""
ROWS = [f"INSERT INTO parent SELECT n, 0 FROM generate_series(1, {2 * CHANGED}) n"]
STATEMENTS = [f"UPDATE parent SET id = id + {2 * CHANGED} WHERE id <= {CHANGED}", f"DELETE FROM parent WHERE id <= {CHANGED}"]


def seconds(cursor, level, statement):
    """Of the fastest of several runs."""
    times = []
    for _ in range(RUNS):
        cursor.execute(f"BEGIN ISOLATION LEVEL {level}")
        began = time.perf_counter()
        cursor.execute(statement)
        times.append(time.perf_counter() - began)
        cursor.execute("ROLLBACK")
    return min(times)


def measure(action, others):
    import psycopg2
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as schema:
        schema.write(SCHEMA % action)
        schema.flush()
        with serving.Server("postgresql/read-committed", "--policy", "interleaved", schema=schema.name) as served:
            connection = psycopg2.connect(host=served.folder, user="u", dbname="d")
            connection.autocommit = True
            cursor = connection.cursor()
            rows = ROWS + [f"INSERT INTO child SELECT n, n FROM generate_series(1, {CHANGED}) n"] * bool(action)
            for text in rows + [f"INSERT INTO child SELECT n + {CHANGED}, {2 * CHANGED} FROM generate_series(1, {others}) n"]:
                cursor.execute(text)
            times = {(level, text): seconds(cursor, level, text)
                     for level in ("READ COMMITTED", "SERIALIZABLE") for text in STATEMENTS}
            connection.close()
            return times


os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
serving.need_driver()
for asked in ACTIONS:
    few, many = measure(asked, CHANGED), measure(asked, OTHERS)
    for (at, what), took in many.items():
        print(f"{asked:40} {at:14} {what:50} {few[at, what] * 1000:6.1f} ms, {took * 1000:6.1f} beside {OTHERS} rows")
        expect(took < MOST * few[at, what], f"{asked}, {at}: {what} takes {took / few[at, what]:.0f} times as long beside {OTHERS} other rows")
serving.finish()
