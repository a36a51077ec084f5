"""A random client whose tables begin empty, so that scans come before the rows that they miss, with statements of functions
within statements: client_of_absent.py SEED TRANSACTIONS."""

import random
import sys

import psycopg2

draw = random.Random(int(sys.argv[1]))
connections = [psycopg2.connect("") for _ in range(3)]
STATEMENTS = [
    "SELECT count(*) FROM seat",
    "SELECT count(*) FROM seat WHERE n > 0",
    "SELECT id, taken(id) FROM seat ORDER BY id",
    "SELECT id FROM seat WHERE taken(id) >= 0",
    "SELECT count(*) FROM seat s JOIN guest g ON g.seat = s.id WHERE taken(s.id) > 0",
    "SELECT count(*) FROM guest g WHERE EXISTS (SELECT FROM seat WHERE id = g.seat AND taken(id) > 0)",
    "DELETE FROM seat WHERE id = {0}",
    "DELETE FROM guest WHERE id = {0}",
    "UPDATE seat SET n = n + taken(id) WHERE id = {0}",
    "UPDATE seat SET n = n + 1 WHERE taken(id) < 3",
    "INSERT INTO seat VALUES ({0}, {1}) ON CONFLICT DO NOTHING",
    "INSERT INTO seat VALUES ({0}, {1}) ON CONFLICT (id) DO UPDATE SET n = seat.n + 1",
    "INSERT INTO guest (id, seat) SELECT {1}, min(id) FROM seat ON CONFLICT DO NOTHING",
    "SELECT taken({0})",
]

for _ in range(int(sys.argv[2])):
    connection = draw.choice(connections)
    cursor = connection.cursor()
    try:
        for _ in range(draw.randint(1, 3)):
            cursor.execute(draw.choice(STATEMENTS).format(draw.randint(1, 4), draw.randint(1, 4)))
        connection.commit() if draw.randint(0, 9) else connection.rollback()
    except psycopg2.Error as error:
        connection.rollback()
        if error.pgcode not in ("40001", "23502", "23503", "23505"):
            raise
