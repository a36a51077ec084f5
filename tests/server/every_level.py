"""isoproof serve at every level of specs/: two sessions that change one row again and again are answered, another connection beside them,
too, and SIGTERM ends the server."""

import pathlib
import random
import signal
import subprocess
import time

import psycopg2
import serving
from serving import HERE, expect

TRANSACTIONS = 120
SECONDS = 4  # in which a slow level need not get through all of them
LONGEST = 4  # that anything may take after that


def levels():
    specs = pathlib.Path(HERE).parent.parent / "specs"
    names = sorted(str(path.relative_to(specs))[:-len(".smt2")] for path in specs.rglob("*.smt2"))
    return [name for name in names if not name.startswith("selective-")]  # about programs


def work(server):
    connections = [psycopg2.connect(host=server.folder, user="u", dbname="d") for _ in range(2)]
    draw = random.Random(1)
    began, done, last = time.monotonic(), 0, 0.0
    while done < TRANSACTIONS and time.monotonic() - began < SECONDS:
        connection = draw.choice(connections)
        before = time.monotonic()
        try:
            with connection, connection.cursor() as cursor:
                cursor.execute("SELECT n FROM counter WHERE id = 1")
                (n,) = cursor.fetchone()
                cursor.execute("UPDATE counter SET n = %s WHERE id = 1", (n + 1,))
        except psycopg2.errors.SerializationFailure:
            pass
        last = max(last, time.monotonic() - before)
        done += 1
    return done, last


def level(name, schema):
    server = serving.Server(name, "--seed", "1", schema=schema)
    try:
        done, longest = work(server)
        expect(longest < LONGEST, f"{name}: a transaction takes {longest:.1f} s after {done}")
        began = time.monotonic()
        with psycopg2.connect(host=server.folder, user="u", dbname="d") as beside, beside.cursor() as cursor:
            cursor.execute("SELECT 1")
        expect(time.monotonic() - began < LONGEST, f"{name}: another connection waits")
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(LONGEST)
    except subprocess.TimeoutExpired:
        expect(False, f"{name}: SIGTERM does not end it")
    finally:
        server.process.kill()
        server.stop()


def main():
    serving.need_driver()
    schema = pathlib.Path(serving.tempfile.mkdtemp()) / "schema.sql"
    schema.write_text("CREATE TABLE counter (id integer PRIMARY KEY, n integer NOT NULL); INSERT INTO counter VALUES (1, 0);\n", encoding="utf-8")
    names = levels()
    expect(len(names) > 15, f"{len(names)} levels")
    for name in names:
        level(name, schema)
    serving.shutil.rmtree(schema.parent)
    serving.finish()


main()
