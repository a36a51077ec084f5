"""Two clients sell of one item; what is left and what was sold is what there was."""

import sys

import psycopg2

clients = [psycopg2.connect(""), psycopg2.connect("")]
for client in clients:
    for attempt in range(20):
        try:
            cursor = client.cursor()
            if "ask" in sys.argv:
                cursor.execute("SELECT 1")
                client.commit()
            cursor.execute("SELECT stock FROM item WHERE id = 1" + (" FOR UPDATE" if "lock" in sys.argv else ""))
            (stock,) = cursor.fetchone()
            cursor.execute("UPDATE item SET stock = %s WHERE id = 1", (stock - 4,))
            cursor.execute("INSERT INTO sale (item, amount) VALUES (1, 4)")
            client.commit()
            break
        except psycopg2.errors.SerializationFailure:
            client.rollback()
cursor = clients[0].cursor()
cursor.execute("SET isoproof.reads = latest")
cursor.execute("SELECT stock + (SELECT sum(amount) FROM sale WHERE item = 1) FROM item WHERE id = 1")
assert cursor.fetchone() == (10,), "something was lost"
