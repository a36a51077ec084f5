"""Two clients at the same time sell of one item; what is left and what was sold is what there was."""

import sys
import threading

import psycopg2


def sell():
    client = psycopg2.connect("")
    cursor = client.cursor()
    for _ in range(20):
        try:
            cursor.execute("SELECT stock FROM item WHERE id = 1" + (" FOR UPDATE" if "lock" in sys.argv else ""))
            (stock,) = cursor.fetchone()
            cursor.execute("UPDATE item SET stock = %s WHERE id = 1", (stock - 4,))
            cursor.execute("INSERT INTO sale (item, amount) VALUES (1, 4)")
            client.commit()
            return
        except psycopg2.errors.SerializationFailure:
            client.rollback()


clients = [threading.Thread(target=sell) for _ in range(2)]
for client in clients:
    client.start()
for client in clients:
    client.join()
connection = psycopg2.connect("")
last = connection.cursor()
last.execute("SELECT stock + (SELECT sum(amount) FROM sale WHERE item = 1) FROM item WHERE id = 1")
assert last.fetchone() == (10,), "something was lost"
connection.rollback()
