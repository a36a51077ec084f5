"""What an application does, by several drivers: prints all that it sees. Its second run sees the same as its first."""

import asyncio
import datetime
import decimal
import os
import uuid

import asyncpg
import psycopg2
import psycopg2.extensions
import sqlalchemy

URL = os.environ["DATABASE_URL"]


def by_psycopg2():
    connection = psycopg2.connect(URL)
    cursor = connection.cursor()
    cursor.execute("DROP TABLE IF EXISTS child, acc, v; CREATE TABLE acc (id int PRIMARY KEY, bal int NOT NULL)")
    cursor.execute("INSERT INTO acc VALUES (1, 5), (2, 7)")
    connection.commit()
    for amount in (1, 2, 3, 4, 5, 6):
        cursor.execute("SELECT bal FROM acc WHERE id = %s", (amount % 2 + 1,))
        bal, = cursor.fetchone()
        cursor.execute("UPDATE acc SET bal = %s WHERE id = %s", (bal - amount, amount % 2 + 1))
        print(bal, cursor.rowcount)
        connection.commit()
    try:
        cursor.execute("SELECT 1/0")
    except psycopg2.Error as error:
        print(error.pgcode)
    connection.rollback()
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        cursor.copy_expert("COPY acc TO STDOUT", nowhere)
    cursor.execute("LISTEN news; NOTIFY news, 'x'")
    connection.commit()
    connection.poll()
    print([(n.channel, n.payload) for n in connection.notifies])
    cursor.execute("SELECT repeat('y', 300000)")
    print(len(cursor.fetchone()[0]))
    connection.close()


async def by_asyncpg():
    connection = await asyncpg.connect(URL)
    await connection.execute(
        "CREATE TABLE v (i int, b bigint, s smallint, t text, n numeric, f float8, r real, d date, ts timestamp, "
        "tz timestamptz, u uuid, bo bool, by bytea, j jsonb)")
    now = datetime.datetime(2026, 1, 2, 3, 4, 5, 678900)
    await connection.execute(
        "INSERT INTO v VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14)", 1, 2**40, -3, "héllo",
        decimal.Decimal("-1234567.8900"), 0.1, 0.25, now.date(), now, now.replace(tzinfo=datetime.timezone.utc),
        uuid.UUID(int=5), True, b"\x00\xff", '{"a": 1}')
    print(await connection.fetch("SELECT * FROM v WHERE i = $1", 1))
    async with connection.transaction(isolation="repeatable_read"):
        print(await connection.fetchval("SELECT bal FROM acc WHERE id = $1 FOR UPDATE", 1))
        print(await connection.execute("UPDATE acc SET bal = bal + $1 WHERE id = $2", 3, 1))
    try:
        await connection.execute("INSERT INTO acc VALUES ($1, $2)", 1, 1)
    except asyncpg.PostgresError as error:
        print(error.sqlstate)
    await connection.execute("CREATE TABLE child (id int REFERENCES acc DEFERRABLE INITIALLY DEFERRED)")
    for text, value in (("INSERT INTO child VALUES ($1)", 99), ("SELECT * FROM nothing WHERE id = $1", 1)):
        try:
            await connection.execute(text, value)
        except asyncpg.PostgresError as error:
            print(error.sqlstate)
    print(await connection.fetchval("SELECT count(*) FROM child WHERE id <> $1", 0))
    await connection.close()


def by_sqlalchemy():
    engine = sqlalchemy.create_engine(URL)
    with engine.begin() as connection:
        print(connection.execute(sqlalchemy.text("SELECT sum(bal) FROM acc WHERE id > :low"), {"low": 0}).fetchall())


def cancelled():
    connection = psycopg2.connect(URL)
    cursor = connection.cursor()
    cursor.execute("SET statement_timeout = '20s'")
    connection.commit()
    import threading
    threading.Timer(0.2, connection.cancel).start()
    try:
        cursor.execute("SELECT pg_sleep(10)")
    except psycopg2.Error as error:
        print(error.pgcode)
    connection.close()


by_psycopg2()
asyncio.run(by_asyncpg())
by_sqlalchemy()
cancelled()
