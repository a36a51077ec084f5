"""A random client of several connections, one statement after the other: client.py SEED TRANSACTIONS [ISOLATION]."""

import random
import sys

import psycopg2

draw = random.Random(int(sys.argv[1]))
connections = [psycopg2.connect("") for _ in range(3)]
for each in connections if sys.argv[3:] else []:
    each.set_session(isolation_level=sys.argv[3])


def statement(cursor):
    item, kind = draw.randint(1, 4), draw.randint(0, 8)
    if kind <= 1:
        cursor.execute("SELECT id, stock FROM item WHERE id = %s", (item,))
    elif kind == 2:
        cursor.execute("SELECT sum(stock), count(*) FROM item")
    elif kind == 3:
        cursor.execute("UPDATE item SET stock = %s WHERE id = %s", (draw.randint(1, 99), item))
    elif kind == 4:
        cursor.execute("UPDATE item SET stock = stock + 1 WHERE stock < 50")
    elif kind == 5:
        cursor.execute("SELECT sell(%s, 1)", (item,))
    elif kind == 6:
        cursor.execute("SELECT count(*) FROM sale s JOIN item i ON i.id = s.item WHERE s.amount > 0")
    elif kind == 7:
        cursor.execute("INSERT INTO item (id, stock) VALUES (%s, 1) ON CONFLICT (id) DO NOTHING", (item,))
    else:
        cursor.execute("DELETE FROM sale WHERE id = %s", (draw.randint(1, 6),))


for _ in range(int(sys.argv[2])):
    connection = draw.choice(connections)
    cursor = connection.cursor()
    try:
        for _ in range(draw.randint(1, 3)):
            statement(cursor)
        connection.commit() if draw.randint(0, 9) else connection.rollback()
    except psycopg2.Error as error:
        connection.rollback()
        if error.pgcode not in ("40001", "23502", "23503", "23505", "P0001"):
            raise
