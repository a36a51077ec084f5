"""isoproof serve: memory stays flat where rows come and go under ever new keys, and with whatever else clients do again and again.

  memory.py [TRANSACTIONS [KIND…]]"""

import io
import os
import sys
import tempfile

import serving
from serving import expect

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 3200
FIRST = 2400  # when as many transactions are kept as ever are
MOST = 1.25  # times as much after all as after the first ones
GROWN = 3  # kB a transaction; interleaved, where less is kept
SCHEMA = """
CREATE TABLE account (id integer PRIMARY KEY, balance integer);
CREATE TABLE entry (id bigserial PRIMARY KEY, account integer, note text UNIQUE);
CREATE TABLE pair (a text, b integer, PRIMARY KEY (a, b));
CREATE SEQUENCE numbers;
CREATE FUNCTION find() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    n integer := 1000 + nextval('numbers');
BEGIN
    PERFORM 1 FROM account WHERE id = n;
END $$;
INSERT INTO account VALUES (1, 0), (2, 0);
INSERT INTO entry (account, note) VALUES (1, 'there');
"""  # values come from sequences, so that the texts are the same: code is kept by text
def turnover(connection, cursor, number):
    """Each transaction looks through the table."""
    cursor.execute("DELETE FROM entry WHERE account = 2")
    cursor.execute("INSERT INTO entry (account) VALUES (2)")
    cursor.execute("UPDATE account SET balance = balance + 1 WHERE id = 1")
    cursor.execute("SELECT count(*) FROM entry")


def rolled_back(connection, cursor, number):
    cursor.execute("INSERT INTO entry (account) VALUES (2)")
    cursor.execute("SELECT count(*) FROM entry")
    connection.rollback()


def savepoints(connection, cursor, number):
    cursor.execute("SAVEPOINT s")
    cursor.execute("INSERT INTO entry (account) VALUES (2)")
    cursor.execute("ROLLBACK TO s")
    cursor.execute("SELECT count(*) FROM entry")


def conflicts(connection, cursor, number):
    cursor.execute("INSERT INTO entry (account, note) VALUES (1, 'there') ON CONFLICT DO NOTHING")


def absent(connection, cursor, number):
    cursor.execute("SELECT find()")
    cursor.execute("SELECT count(*) FROM account")


def truncated(connection, cursor, number):
    cursor.execute("INSERT INTO pair VALUES ('k' || nextval('numbers'), 1)")
    if number % 10 == 0:
        cursor.execute("TRUNCATE pair")


def copied(connection, cursor, number):
    cursor.execute("DELETE FROM pair")
    cursor.copy_expert("COPY pair FROM STDIN", io.StringIO(f"k{number}\t1\n"))


def locked(connection, cursor, number):
    cursor.execute("SELECT pg_advisory_xact_lock(nextval('numbers'))")
    cursor.execute("SELECT count(*) FROM account")


def memory(server, what):
    with open(f"/proc/{server.process.pid}/status", encoding="utf-8") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(what))


def measure(level, kind, *options):
    import psycopg2
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as schema:
        schema.write(SCHEMA)
        schema.flush()
        with serving.Server(level, *options, schema=schema.name) as server:
            clients = [psycopg2.connect(host=server.folder, user="u", dbname="d") for _ in range(2)]
            for connection in clients if options else []:
                connection.cursor().execute("SET isoproof.pauses = off")
                connection.commit()
            sizes = []
            for number in range(COUNT):
                connection = clients[number % 2]
                try:
                    kind(connection, connection.cursor(), number)
                    connection.commit()
                except psycopg2.OperationalError:  # not serializable
                    connection.rollback()
                if number + 1 in (FIRST, COUNT):
                    sizes.append(memory(server, "VmRSS" if options else "VmHWM"))
            for connection in clients:
                connection.close()
    what = f"{level} {' '.join(options)} {kind.__name__}"
    print(f"{what:60} {sizes} kB")
    limit = sizes[0] + GROWN * (COUNT - FIRST) if options else sizes[0] * MOST
    expect(sizes[1] < limit, f"{what}: memory grows: {sizes} kB")


os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
serving.need_driver()
KINDS = [turnover, rolled_back, savepoints, conflicts, absent, truncated, copied, locked]
INTERLEAVED = ("--policy", "interleaved")
LEVELS = [("causal",), ("postgresql/read-committed", *INTERLEAVED)]  # by turns; TRUNCATE is 0A000 interleaved
for each in KINDS:
    if len(sys.argv) > 2 and each.__name__ not in sys.argv[2:]:
        continue
    if each == turnover:
        for at in ("causal", "postgresql/read-committed", "read-committed"):
            measure(at, each)
        measure("postgresql/serializable", each, *INTERLEAVED)
    else:
        at, *options = LEVELS[0 if each == truncated else KINDS.index(each) % 2]
        measure(at, each, *options)
serving.finish()
