"""isoproof serve: what psql, psycopg2 and SQLAlchemy see, and clients that no server should have to meet."""

import glob
import os
import socket
import struct
import subprocess
import tempfile
import time

import serving
from serving import ISOPROOF, PYTHON, expect

DRIVERS = r"""
import psycopg2, sqlalchemy
c = psycopg2.connect(""); k = c.cursor()
k.execute("INSERT INTO item VALUES (%s, %s, %s) RETURNING id, stock, price", (9, 5, '2.50')); print(k.fetchall())
k.execute("SAVEPOINT s")
try:
    k.execute("INSERT INTO sale (item, amount) VALUES (99, 1)")
except psycopg2.Error as error:
    print(error.pgcode)
k.execute("ROLLBACK TO SAVEPOINT s")
k.execute("UPDATE item SET stock = stock - 1 WHERE id = 9"); print(k.rowcount)
c.commit()
for text, values in (("INSERT INTO item VALUES (1, 1)", ()), ("UPDATE item SET stock = -1 WHERE id = 9", ()), ("SELECT nothing FROM item", ()),
                     ("SELEC 1", ()), ("CREATE TEMP SEQUENCE x", ()), ("COPY item TO 'file'", ()), ("SHOW nothing", ()),
                     ("SELECT sell(%s, 99)", (1,))):
    try:
        k.execute(text, values)
    except psycopg2.Error as error:
        print(error.pgcode)
    c.rollback()
e = sqlalchemy.create_engine("postgresql://u@/shop?host=" + __import__("os").environ["PGHOST"])
with e.begin() as connection:
    connection.execute(sqlalchemy.text("SET isoproof.reads = latest"))
with e.begin() as connection:
    print(connection.execute(sqlalchemy.text("SELECT stock FROM item WHERE id = :i"), {"i": 9}).fetchall())
"""

EXPECTED = """[(9, 5, Decimal('2.50'))]
23503
1
23505
23514
42703
42601
0A000
0A000
42704
P0001
[(4,)]
"""


# Its types of parameters are what the server says: it refuses a number for a text.
ASYNCPG = r"""
import asyncio, asyncpg, json, os
async def main():
    c = await asyncpg.connect(host=os.environ["PGHOST"], user="u", database="d")
    async with c.transaction():
        print(await c.execute("INSERT INTO item (id, stock) VALUES ($1, $2)", 21, 8))
        print(await c.fetchval("UPDATE item SET stock = stock - $1 WHERE id = $2 AND stock >= $1 RETURNING stock", 3, 21))
        print(await c.fetchval("SELECT sell($1, $2)", 21, 1))
        print(await c.fetchval("SELECT id FROM item WHERE id > $1 + 1 ORDER BY id LIMIT $2", 15, 1))
        print(await c.fetchval("SELECT count(*) FROM sale WHERE note = $1 OR note IS NULL AND amount IN ($2, $3)", "x", 1, 2))
        print(await c.fetchval("SELECT coalesce($1, stock) FROM item WHERE id = $2::integer", None, 21))
    for text in ("SELECT * FROM none", "SELECT i.nothing FROM item i", "INSERT INTO item (nothing) VALUES (1)", "SELECT x.id FROM item"):
        try:
            await c.fetch(text)
        except asyncpg.PostgresError as error:
            print(error.sqlstate, error)
    await c.execute("CREATE TYPE mood AS ENUM ('sad', 'fine'); CREATE TABLE day (mood mood, about jsonb)")
    await c.set_type_codec("jsonb", encoder=json.dumps, decoder=json.loads, schema="pg_catalog")
    await c.set_type_codec("mood", encoder=str.lower, decoder=str.upper, schema="public", format="text")
    await c.execute("INSERT INTO day VALUES ($1, $2)", "fine", {"a": [1]})
    print(*await c.fetchrow("SELECT mood::text, about FROM day WHERE mood = 'fine'"))
    prepared = await c.prepare("SELECT * FROM day")
    print(len((await prepared.fetch())[0]), len((await c.fetch("SELECT * FROM day"))[0]))
    await c.execute("ALTER TABLE day ADD COLUMN more integer")
    try:
        await prepared.fetch()
    except asyncpg.exceptions.InvalidCachedStatementError:
        print(len((await c.fetch("SELECT * FROM day"))[0]))
    try:
        await c.fetch("SELECT stock FROM item WHERE id = $1", "one")
    except asyncpg.DataError:
        print("refused by the driver")
    await c.close()
asyncio.run(main())
"""

ASYNCPG_EXPECTED = """INSERT 0 1
5
4
21
1
4
42P01 relation "none" does not exist
42703 column i.nothing does not exist
42703 column "nothing" of relation "item" does not exist
42P01 missing FROM-clause entry for table "x"
fine {'a': [1]}
2 2
3
refused by the driver
"""

PGBENCH = """\\set i random(1, 3)
BEGIN;
SELECT stock FROM item WHERE id = :i;
UPDATE item SET stock = stock + 0 WHERE id = :i;
END;
"""


def programs(server):
    """asyncpg and pgbench, where they are."""
    if subprocess.run([PYTHON, "-c", "import asyncpg"], capture_output=True, check=False).returncode == 0:
        done = server.run(PYTHON, "-c", ASYNCPG)
        expect(done.stdout == ASYNCPG_EXPECTED, f"asyncpg: {done.stdout}{done.stderr[-800:]}")
    pgbench = sorted(glob.glob("/usr/lib/postgresql/*/bin/pgbench"))
    for mode in ("simple", "extended", "prepared") if pgbench else ():
        script = f"{server.folder}/pgbench.sql"
        with open(script, "w", encoding="utf-8") as file:
            file.write(PGBENCH)
        done = server.run(pgbench[-1], "-n", "-M", mode, "-f", script, "-c", "4", "-t", "25", "shop")
        expect("processed: 100/100" in done.stdout and "failed transactions: 0" in done.stdout,
               f"pgbench -M {mode}: {done.stdout}{done.stderr}")
    if pgbench:  # its COPY ends with a semicolon and has FREEZE
        with serving.Server("postgresql/serializable", schema=os.devnull) as own:
            done = own.run(pgbench[-1], "-i", "-I", "dtg")
            expect(done.returncode == 0, f"pgbench -i: {done.stdout}{done.stderr}")
            done = own.run("psql", "-X", "-A", "-t", "-c", "BEGIN; TRUNCATE pgbench_branches; SELECT count(*) FROM pgbench_accounts; COMMIT",
                           "-c", "COPY pgbench_branches FROM STDIN WITH (FREEZE on, FORMAT csv);", "-c", "COPY pgbench_branches TO STDOUT ;", input="7,8,x\n")
            expect(done.stdout.split() == ["BEGIN", "TRUNCATE", "TABLE", "100000", "COMMIT", "COPY", "1", "7", "8", "x"], f"after pgbench -i: {done.stdout}{done.stderr}")


MANY = r"""
import psycopg2, sys
c = psycopg2.connect("")
c.autocommit = True
k = c.cursor()
for i in range(int(sys.argv[1])):
    k.execute("SELECT stock + %d FROM item WHERE id = 1 AND price <> %d" % (i + int(sys.argv[2]), i))
k.execute("DECLARE held CURSOR WITH HOLD FOR SELECT id FROM item ORDER BY id")
k.execute("FETCH FORWARD 2 FROM held")
print(k.fetchall())
k.execute("FETCH ALL held")
k.execute("CLOSE held")
"""


def resident(server):
    with open(f"/proc/{server.process.pid}/status", encoding="utf-8") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def memory():
    """Each statement has other constants: what they leave is dropped."""
    with serving.Server("causal") as server:
        sizes = []
        for i in range(3):
            done = server.run(PYTHON, "-c", MANY, "9000", str(10000 * i))
            expect(done.returncode == 0 and done.stdout == "[(1,), (2,)]\n", f"many constants: {done.stdout}{done.stderr[-500:]}")
            sizes.append(resident(server))
        expect(sizes[2] < sizes[1] * 1.15, f"memory grows with constants: {sizes} kB")


def message(kind, body=b""):
    return kind + struct.pack("!i", len(body) + 4) + body


def connect(server):
    s = socket.socket(socket.AF_UNIX)
    s.settimeout(20)
    s.connect(server.folder + "/.s.PGSQL.5432")
    return s


def start(server):
    s = connect(server)
    body = struct.pack("!i", 196608) + b"user\0u\0database\0d\0\0"
    s.sendall(struct.pack("!i", len(body) + 4) + body)
    read_until(s, b"Z\0\0\0\5I")
    return s


def read_until(s, end):
    got = b""
    while not got.endswith(end):
        more = s.recv(65536)
        if not more:
            break
        got += more
    return got


def is_alive(server):
    done = server.run("psql", "-X", "-A", "-t", "-c", "SELECT 41 + 1")
    return done.stdout == "42\n"


def extended(server):
    """Parse, Bind, Describe, Execute with a binary result; an error, after which messages up to Sync are passed over."""
    s = start(server)
    s.sendall(message(b"P", b"q\0SELECT id, stock FROM item WHERE id = $1\0\0\1" + struct.pack("!i", 23)) +
              message(b"B", b"\0q\0\0\1\0\1\0\1\0\0\0\4\0\0\0\2\0\1\0\1") + message(b"D", b"P\0") +
              message(b"E", b"\0\0\0\0\0") + message(b"S"))
    got = read_until(s, b"Z\0\0\0\5I")
    expect(b"D\0\0\0\x16\0\2\0\0\0\4\0\0\0\2\0\0\0\4\0\0\0\x0a" in got and b"SELECT 1\0" in got, f"extended: {got}")
    s.sendall(message(b"P", b"\0SELECT nonsense FROM item\0\0\0") + message(b"B", b"\0\0\0\0\0\0\0\0") + message(b"S"))
    got = read_until(s, b"Z\0\0\0\5I")
    expect(got.count(b"C42703") == 1 and got[:1] == b"E", f"extended error: {got}")
    s.close()


def bad_clients(server):
    for bytes_ in (b"\0\0\0\4", b"GET / HTTP/1.1\r\n\r\n" + b"x" * 100, b"\x7f\xff\xff\xff\0\0\0\0", b"\0\0\0\x08\0\2\0\0"):
        s = connect(server)
        s.sendall(bytes_)
        s.shutdown(socket.SHUT_WR)
        read_until(s, b"never")
        s.close()
        expect(is_alive(server), f"after {bytes_[:20]}")
    for bytes_ in (message(b"Q", b"SELECT 1"), message(b"B", b"\0"), message(b"y"), b"Q\0\0\0\1", message(b"E", b"x\0\0\0\0\0"),
                   message(b"B", b"a\0b\0\0\0\0\0\0\0"), message(b"P", b"\0SELECT $1 + $2\0\xff\xff"), b"Q\0\0"):
        s = start(server)
        s.sendall(bytes_)
        s.shutdown(socket.SHUT_WR)
        read_until(s, b"never")
        s.close()
        expect(is_alive(server), f"after {bytes_[:20]}")
    s = start(server)
    s.sendall(message(b"Q", b"BEGIN; UPDATE item SET stock = 0\0"))
    read_until(s, b"Z\0\0\0\5T")
    s.close()  # as if it were killed: its transaction is rolled back, and others go on
    expect(server.run("psql", "-X", "-A", "-t", "-c", "SELECT stock FROM item WHERE id = 2").stdout == "10\n", "killed")
    many = [start(server) for _ in range(200)]
    for s in many:
        s.sendall(message(b"Q", b"SELECT 1\0"))
    expect(all(b"SELECT 1\0" in read_until(s, b"Z\0\0\0\5I") for s in many), "200 connections")
    for s in many:
        s.close()


def copies(server):
    """COPY whose client breaks off, asks for something else, or sends what is no data."""
    for bytes_ in (message(b"d", b"7\t1\n"), message(b"d", b"7\t1\n") + message(b"Q", b"SELECT 1\0"), message(b"f", b"no\0") + message(b"X"),
                   message(b"d", b"\xff\xfe\t\0\n") + message(b"c") + message(b"X"), message(b"c") + message(b"c")):
        s = start(server)
        s.sendall(message(b"Q", b"COPY item (id, stock) FROM STDIN\0"))
        expect(s.recv(100)[:1] == b"G", "COPY does not begin")
        s.sendall(bytes_)
        s.shutdown(socket.SHUT_WR)
        read_until(s, b"never")
        s.close()
        expect(is_alive(server), f"after COPY and {bytes_[:20]}")
    expect(server.run("psql", "-X", "-A", "-t", "-c", "SELECT count(*) FROM item WHERE id = 7").stdout == "0\n", "half a COPY stays")


HOLDS = r"""
import os, signal, psycopg2
c = psycopg2.connect("")
c.cursor().execute("UPDATE item SET stock = 0 WHERE id = 2")
os.kill(os.getpid(), signal.SIGKILL)
"""


def killed(server):
    """kill -9 in a transaction: it is rolled back, and others do not wait."""
    done = server.run(PYTHON, "-c", HOLDS)
    began = time.monotonic()
    seen = server.run("psql", "-X", "-A", "-t", "-c", "SELECT stock FROM item WHERE id = 2").stdout
    expect(done.returncode == -9 and seen == "10\n" and time.monotonic() - began < 4, f"kill -9: {done.returncode} {seen}")


def large(server):
    """A statement of 100 MB is refused with an error, and the connection goes on."""
    s = start(server)
    s.settimeout(60)
    text = b"SELECT length('" + b"x" * 100_000_000 + b"')\0"
    s.sendall(message(b"Q", text))
    got = read_until(s, b"Z\0\0\0\5I")
    expect(b"C54000" in got, f"100 MB: {got[:200]}")
    s.sendall(message(b"Q", b"SELECT 1\0"))
    expect(b"SELECT 1" in read_until(s, b"Z\0\0\0\5I"), "after a statement of 100 MB, on the same connection")
    s.close()
    expect(is_alive(server), "after a statement of 100 MB")


def waiting(server):
    """A client that hangs in a transaction is waited for, but not for ever; its writes are undone."""
    holds, waits = start(server), start(server)
    holds.sendall(message(b"Q", b"BEGIN; UPDATE item SET stock = 0 WHERE id = 3\0"))
    read_until(holds, b"Z\0\0\0\5T")
    began = time.monotonic()
    waits.sendall(message(b"Q", b"SELECT stock FROM item WHERE id = 3\0"))
    got = read_until(waits, b"Z\0\0\0\5I")
    expect(b"10" in got and 1 < time.monotonic() - began < 15, f"waiting: {got}")
    expect(b"25P03\0Mterminating connection due to idle-in-transaction timeout\0" in read_until(holds, b"never"),
           "a client that hangs does not receive a server's error")


LAST_OF_EACH = r"""
import psycopg2
seen = set()
writers = [psycopg2.connect("") for _ in range(2)]
for w in writers:
    w.autocommit = True
for _ in range(30):
    for stock in (101, 102, 103, 104):
        writers[stock % 2].cursor().execute("UPDATE item SET stock = %s WHERE id = 3", (stock,))
    reader = psycopg2.connect("")
    reader.autocommit = True
    k = reader.cursor()
    k.execute("SET isoproof.reads = 'latest-of-each'")
    k.execute("SELECT stock FROM item WHERE id = 3")
    seen.add(k.fetchone()[0])
    k.execute("CHECKPOINT")
print(sorted(seen))
"""


def last_of_each():
    """Of two sessions that know nothing of each other either's last write is read, and none before; also where the level is
    searched."""
    for level in ("causal", "si"):
        with serving.Server(level, "--seed", "1") as server:
            done = server.run(PYTHON, "-c", LAST_OF_EACH)
            expect(done.stdout == "[103, 104]\n", f"latest-of-each at {level}: {done.stdout}{done.stderr[-500:]}")


MEMORY = r"""
import psycopg2, sys
c = psycopg2.connect(""); k = c.cursor()
def resident():
    return int([line for line in open(f"/proc/{sys.argv[1]}/status") if line.startswith("VmRSS")][0].split()[1]) // 1024
ask = "SELECT a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE c.relname = 't1' ORDER BY a.attnum"
k.execute("INSERT INTO t1 (r) VALUES (NULL)"); k.execute(ask)
before = resident()
for _ in range(100):
    k.execute(ask)
print(k.fetchall(), resident() - before < 40)
"""


def statements_give_memory_back():
    """Queries of the catalog in one transaction: each takes megabytes."""
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as schema:
        for i in range(60):
            schema.write(f"CREATE TABLE t{i} (id serial PRIMARY KEY, r int REFERENCES t{i - 1} DEFERRABLE INITIALLY DEFERRED);\n"
                         if i else "CREATE TABLE t0 (id serial PRIMARY KEY, r int);\n")
        schema.flush()
        with serving.Server("postgresql/read-committed", schema=schema.name) as server:
            done = server.run(PYTHON, "-c", MEMORY, str(server.process.pid))
            expect(done.stdout == "[('id',), ('r',)] True\n", f"memory: {done.stdout} {done.stderr}")


REFUSED = r"""
import psycopg2
a = psycopg2.connect(""); a.autocommit = True; k = a.cursor()
bad = 0
for i in range(100, 130):
    b = psycopg2.connect(""); c = b.cursor()
    k.execute("INSERT INTO item VALUES (%s, 1, 1)", (i,))
    try:
        c.execute("INSERT INTO item VALUES (%s, 2, 2)", (i,))
    except psycopg2.errors.UniqueViolation:
        b.rollback()
    c.execute("SELECT stock FROM item WHERE id = %s", (i,))
    bad += c.fetchall() != [(1,)]
    b.rollback()
    b.set_session(isolation_level="REPEATABLE READ")
    k.execute("UPDATE item SET stock = 5 WHERE id = %s", (i,))
    try:
        c.execute("UPDATE item SET stock = 6 WHERE id = %s", (i,))
        b.commit()
        continue
    except psycopg2.errors.SerializationFailure:
        b.rollback()
    c.execute("SELECT stock FROM item WHERE id = %s", (i,))
    bad += c.fetchall() != [(5,)]
    b.rollback()
print(bad)
"""


def refused():
    """What an error was about is there for the session's next transaction."""
    with serving.Server("postgresql/read-committed", "--seed", "1") as server:
        done = server.run(PYTHON, "-c", REFUSED)
        expect(done.stdout == "0\n", f"refused: {done.stdout}{done.stderr[-500:]}")


LARGE = r"""
import psycopg2
a, b = psycopg2.connect(""), psycopg2.connect("")
for c in (a, b):
    c.set_session(isolation_level="SERIALIZABLE")
k, j = a.cursor(), b.cursor()
k.execute("INSERT INTO item SELECT i, 1, 1 FROM generate_series(10, 1500) AS s(i)")
a.commit()
k.execute("SELECT stock FROM item WHERE id = 700")
j.execute("SELECT stock FROM item WHERE id = 800")
k.execute("UPDATE item SET stock = 2 WHERE id = 800")
a.commit()
try:
    j.execute("UPDATE item SET stock = 2 WHERE id = 700")
    b.commit()
    print("both")
except psycopg2.errors.SerializationFailure:
    print("refused")
"""


def many_branches(server):
    """Django's bulk_update() writes a branch for each row."""
    branches = " ".join(f"WHEN (item.id = {i}) THEN {i} + 1" for i in range(3000))
    done = server.run("psql", "-X", "-A", "-t", input=f"SELECT CASE {branches} ELSE NULL END FROM item WHERE id = 2;")
    expect(done.stdout == "3\n", f"many branches: {done.stdout}{done.stderr[-300:]}")


def large_tables():
    """Serializable, statement by statement, with an index that is larger than a page."""
    with serving.Server("postgresql/serializable", "--policy", "interleaved") as server:
        done = server.run(PYTHON, "-c", LARGE)
        expect(done.stdout == "refused\n", f"large tables: {done.stdout}{done.stderr[-500:]}")


def addresses():
    """--listen: ports that exist, and folders relative to the current one."""
    serve = [ISOPROOF, "serve", "--level", "causal", "--schema", os.devnull, "--listen"]
    for address, words in (("99999", "from 1 to 65535, or 0 for any that is free, found 99999"), ("65536", "found 65536"),
                           ("127.0.0.1:4294967297", "found 4294967297"), ("localhost:", "expected HOST:PORT"),
                           ("nowhere", 'begins with /, ./ or ../, found "nowhere"'), ("./nowhere", "./nowhere: expected a folder")):
        done = subprocess.run([*serve, address], capture_output=True, text=True, timeout=20, check=False)
        expect(done.returncode == 2 and words in done.stderr, f"--listen {address}: {done.returncode} {done.stderr}")
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(folder + "/run")
        for address, cwd, where in (("./run", folder, folder + "/run"), ("..", folder + "/run", folder)):
            process = subprocess.Popen([*serve, address], cwd=cwd, stderr=subprocess.PIPE, text=True)
            said = process.stderr.readline()
            expect(f"host={where.replace('/', '%2F')}&" in said and os.path.exists(where + "/.s.PGSQL.5432"), f"--listen {address}: {said}")
            process.terminate()
            process.communicate(timeout=20)
            expect(process.returncode == 0, f"--listen {address}: {process.returncode}")


def main():
    serving.need_driver()
    addresses()
    large_tables()
    last_of_each()
    refused()
    with serving.Server("causal", "--policy", "latest", "--seed", "1") as server:
        expect(server.said.startswith("listening: postgresql:///isoproof?host="), server.said)
        done = server.run(PYTHON, "-c", DRIVERS)
        expect(done.stdout == EXPECTED and done.returncode == 0, f"drivers: {done.stdout}{done.stderr[-800:]}")
        done = server.run("psql", "-X", "-A", "-t", "-c", "BEGIN; SELECT 1; SELECT 2; COMMIT", "-c", "", "-c", "SHOW server_version")
        expect(done.stdout.split() == ["BEGIN", "1", "2", "COMMIT", "15.0"], f"psql: {done.stdout}{done.stderr}")
        extended(server)
        programs(server)
        many_branches(server)
        bad_clients(server)
        copies(server)
        killed(server)
        large(server)
        waiting(server)
        holds = start(server)
        holds.sendall(message(b"Q", b"BEGIN; UPDATE item SET stock = 0 WHERE id = 3\0"))
        read_until(holds, b"Z\0\0\0\5T")
        status, said = server.stop()
        expect(status == 0 and "connections" in said, f"SIGTERM within a transaction: {status} {said}")
    memory()
    statements_give_memory_back()
    with serving.Server("postgresql/read-committed", "--policy", "interleaved") as server:
        copies(server)
        killed(server)
    done = subprocess.run([ISOPROOF, "serve", "--level", "causal", "--listen", "/no/such/folder"], capture_output=True, text=True,
                          timeout=20, check=False)
    expect(done.returncode == 2 and "cannot listen" in done.stderr, f"--listen: {done.stderr}")
    process = subprocess.Popen([ISOPROOF, "serve", "--level", "causal"], stderr=subprocess.PIPE, text=True)
    folder = process.stderr.readline().split("host=")[1].split("&")[0].replace("%2F", "/")
    expect(os.stat(folder).st_mode & 0o777 == 0o700, "the folder is not private")
    process.terminate()
    process.communicate(timeout=20)
    expect(process.returncode == 0 and not os.path.exists(folder), "the folder is still there")
    serving.finish()


main()
