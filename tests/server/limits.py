"""Requests to cancel, and limits of time, of clients of isoproof serve: a statement that waits for another transaction ends
with the error that a PostgreSQL server has for it, and the session goes on."""

import sys
import threading
import time

import psycopg2
import serving
from serving import expect

MODES = (("postgresql/read-committed",), ("causal",), ("postgresql/read-committed", "--policy", "interleaved"))


def connect(server):
    connection = psycopg2.connect(host=server.folder, user="tester", dbname="shop")
    connection.autocommit = True
    return connection, connection.cursor()


def code_of(cursor, text):
    try:
        cursor.execute(text)
    except psycopg2.Error as error:
        return error.pgcode
    return None


def waiting(server, mode):
    holder, held = connect(server)
    other, cursor = connect(server)
    held.execute("BEGIN")
    held.execute("UPDATE item SET stock = stock WHERE id = 1")
    write = "UPDATE item SET stock = 5 WHERE id = 1"
    for setting, expected in (("lock_timeout", "55P03"), ("statement_timeout", "57014")):
        for value in ("'200ms'", "300"):
            cursor.execute(f"SET {setting} = {value}")
            begun = time.monotonic()
            code = code_of(cursor, write)
            took = time.monotonic() - begun
            expect(code == expected and 0.15 < took < 3, f"{mode}: {setting} = {value} ends with {code} after {took:.2f} s")
        cursor.execute(f"RESET {setting}")
    cursor.execute("BEGIN")
    cursor.execute("SET LOCAL lock_timeout = '200ms'")
    expect(code_of(cursor, write) == "55P03", f"{mode}: SET LOCAL lock_timeout")
    expect(code_of(cursor, "SELECT 1") == "25P02", f"{mode}: the block has failed")
    cursor.execute("ROLLBACK")
    threading.Timer(0.3, other.cancel).start()
    expect(code_of(cursor, write) == "57014", f"{mode}: a request to cancel")
    other.cancel()  # nothing runs
    held.execute("ROLLBACK")
    expect(code_of(cursor, write) is None, f"{mode}: afterwards")
    cursor.execute("SELECT stock FROM item WHERE id = 1")
    expect(cursor.fetchone()[0] == 5, f"{mode}: the stock afterwards")
    holder.close()
    other.close()


def idle(server, mode):
    holder, held = connect(server)
    held.execute("SET idle_in_transaction_session_timeout = '300ms'")
    time.sleep(0.5)
    held.execute("BEGIN")
    held.execute("UPDATE item SET stock = 6 WHERE id = 1")
    _, cursor = connect(server)
    begun = time.monotonic()
    cursor.execute("UPDATE item SET stock = 7 WHERE id = 1")
    expect(time.monotonic() - begun < 3, f"{mode}: an idle transaction ends")
    expect(code_of(held, "SELECT 1") in ("25P03", None) and holder.closed, f"{mode}: its session ends")
    third, cursor = connect(server)
    cursor.execute("SET idle_session_timeout = '200ms'")
    time.sleep(0.6)
    code_of(cursor, "SELECT 1")
    expect(third.closed, f"{mode}: an idle session ends")


def settings(server, mode):
    _, cursor = connect(server)
    for value, shown in (("5000", "5s"), ("'90s'", "90s"), ("'2min'", "2min"), ("1500", "1500ms"), ("0", "0"), ("'1h'", "1h")):
        cursor.execute(f"SET idle_in_transaction_session_timeout = {value}")
        cursor.execute("SHOW idle_in_transaction_session_timeout")
        expect(cursor.fetchone()[0] == shown, f"{mode}: {value} is shown as {shown}")
    expect(code_of(cursor, "SET idle_session_timeout = 'x'") == "22023", f"{mode}: no time")


def main():
    serving.need_driver()
    for mode in MODES:
        with serving.Server(*mode) as server:
            waiting(server, mode)
            idle(server, mode)
            settings(server, mode)
    serving.finish()
    return 0


sys.exit(main())
