"""Three random connections at the same time: client_at_once.py SEED TRANSACTIONS ISOLATION."""

import random
import sys
import threading

import psycopg2

failures = []


def statement(draw):
    item, stock, sale = draw.randint(1, 4), draw.randint(1, 99), draw.randint(1, 9)
    return draw.choice([
        f"SELECT id, stock FROM item WHERE id = {item}",
        "SELECT sum(stock), count(*) FROM item",
        f"UPDATE item SET stock = {stock} WHERE id = {item}",
        "UPDATE item SET stock = stock + 1 WHERE stock < 50",
        f"INSERT INTO item (id, stock) VALUES ({item}, 1) ON CONFLICT (id) DO NOTHING",
        f"INSERT INTO sale (item, amount) VALUES ({item}, 2)",
        f"DELETE FROM sale WHERE id = {sale}",
        f"SELECT count(*) FROM sale WHERE item = {item}",
        "SAVEPOINT s",
        "ROLLBACK TO SAVEPOINT s",
    ])


def run(seed):
    draw = random.Random(seed)
    connection = psycopg2.connect("")
    connection.set_session(isolation_level=sys.argv[3])
    for _ in range(int(sys.argv[2])):
        cursor = connection.cursor()
        try:
            for _ in range(draw.randint(1, 3)):
                cursor.execute(statement(draw))
            connection.commit() if draw.randint(0, 9) else connection.rollback()
        except psycopg2.Error as error:
            connection.rollback()
            if error.pgcode not in ("40001", "40P01", "23503", "23505", "3B001"):
                failures.append(error)
                return


threads = [threading.Thread(target=run, args=(int(sys.argv[1]) * 10 + i,)) for i in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
sys.exit(str(failures) if failures else 0)
