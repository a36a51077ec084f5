"""Random transactions of three connections, one after the other: test_random.py SEED [defines]. Fails if a result or the rows at
the end are others than SQLite's, on which the same transactions run in the same order. defines: it creates the tables itself, and
drops them."""

import random
import sqlite3
import sys

import psycopg2

TABLES = """
CREATE TABLE item (id integer PRIMARY KEY, stock integer NOT NULL, price numeric(8,2) NOT NULL);
CREATE TABLE sale (id integer PRIMARY KEY, item integer NOT NULL, amount integer NOT NULL);
INSERT INTO item VALUES (1, 10, 1), (2, 10, 1), (3, 10, 1);
"""
# The tables in the end are the same.
DEFINITIONS = """
CREATE TABLE IF NOT EXISTS item (id serial PRIMARY KEY, stock integer NOT NULL);
INSERT INTO item (stock) VALUES (10), (10), (10);
CREATE TABLE item (id integer);
ALTER TABLE item ADD COLUMN price numeric(8,2) NOT NULL DEFAULT 1;
CREATE TABLE IF NOT EXISTS item (id integer);
CREATE TABLE sale (id integer PRIMARY KEY, item integer NOT NULL REFERENCES item, amount integer NOT NULL);
CREATE INDEX ON sale (item);
"""
draw = random.Random(int(sys.argv[1]))
connections = [psycopg2.connect("") for _ in range(3)]
lite = sqlite3.connect(":memory:", isolation_level=None)
lite.executescript(TABLES)
sales = 0


def statement():
    global sales
    row, number = draw.randint(1, 3), draw.randint(0, 9)
    sales += 1
    return draw.choice([
        f"SELECT stock FROM item WHERE id = {row}",
        f"SELECT stock FROM item WHERE id = {row}",
        "SELECT id, stock FROM item ORDER BY id",
        f"SELECT count(*), sum(amount) FROM sale WHERE item = {row}",
        f"SELECT stock FROM item WHERE id = {row} FOR UPDATE",
        f"UPDATE item SET stock = stock - {number} WHERE id = {row}",
        f"UPDATE item SET stock = {number} WHERE id = {row}",
        f"UPDATE item SET stock = (SELECT count(*) FROM sale) WHERE stock > {number}",
        f"INSERT INTO sale VALUES ({sales}, {row}, {number})",
        f"INSERT INTO sale SELECT {sales}, {row}, stock FROM item WHERE id = {row}",
        f"DELETE FROM sale WHERE item = {row}",
    ])


def ask(connection, text):
    cursor = connection.cursor()
    cursor.execute(text)
    theirs = lite.execute(text.replace(" FOR UPDATE", ""))
    if cursor.description:
        return [tuple(row) for row in cursor.fetchall()] == theirs.fetchall()
    return cursor.rowcount == theirs.rowcount


def define(definitions):
    connections[0].autocommit = True
    for definition in definitions.strip().split("\n"):
        try:
            connections[0].cursor().execute(definition)
        except psycopg2.errors.DuplicateTable:
            pass
    connections[0].autocommit = False


defines = len(sys.argv) > 2
if defines:
    define(DEFINITIONS)
same = True
for _ in range(6):
    client = draw.choice(connections)
    lite.execute("BEGIN")
    try:
        for _ in range(draw.randint(1, 4)):
            same &= ask(client, statement())
    except psycopg2.errors.SerializationFailure:
        client.rollback()
        lite.execute("ROLLBACK")
        continue
    if draw.randint(0, 5):
        client.commit()
        lite.execute("COMMIT")
    else:
        client.rollback()
        lite.execute("ROLLBACK")
last = psycopg2.connect("")
last.cursor().execute("SET isoproof.reads = latest")
same &= ask(last, "SELECT id, stock FROM item ORDER BY id") and ask(last, "SELECT id, item, amount FROM sale ORDER BY id")
last.close()
if defines:
    define("DROP TABLE sale;\nDROP TABLE item;")
sys.exit(0 if same else 1)
