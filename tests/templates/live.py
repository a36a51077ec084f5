#!/usr/bin/env python3
"""Real clients against a real server that logs in all three formats: each log gives the same templates, and these are what
the clients did. Clients that are not installed are left out, but psql and pgbench, which come with the server."""

import asyncio
import glob
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import postgresql  # noqa: E402 pylint: disable=wrong-import-position

PREFIX = "%m [%p] %c %v %d %a "
TABLES = """
CREATE TABLE account (id bigint PRIMARY KEY, owner text NOT NULL, balance numeric(12,2) NOT NULL);
CREATE TABLE entry (id bigserial PRIMARY KEY, account_id bigint NOT NULL REFERENCES account, amount numeric(12,2));
INSERT INTO account SELECT i, 'o' || i % 3, 100 FROM generate_series(1, 20) AS i;
"""
TRANSFER = """\\set a random(1, 20)
\\set b random(1, 20)
\\set n random(1, 9)
BEGIN;
SELECT balance FROM account WHERE id = :a FOR UPDATE;
UPDATE account SET balance = balance - :n WHERE id = :a;
UPDATE account SET balance = balance + :n WHERE id = :b;
INSERT INTO entry (account_id, amount) VALUES (:a, :n);
COMMIT;
"""


class Recorded(postgresql.Server):
    """A server that has logged what run(server) did."""

    def __enter__(self):
        self.stopped = False
        super().__enter__()
        for setting in ("logging_collector = on", "log_statement = 'all'", "log_destination = 'stderr,csvlog,jsonlog'",
                        f"log_line_prefix = '{PREFIX}'", "log_directory = 'logs'", "log_filename = 'server.log'",
                        "log_connections = on", "log_disconnections = on", "log_rotation_size = 0"):
            self.psql(f"ALTER SYSTEM SET {setting}")
        self.psql("CREATE DATABASE shop")
        self.psql(TABLES, "-d", "shop")
        options = f"-k {self.work} -c listen_addresses= -c fsync=off"
        # The collector's stderr must not be this script's: it would be waited for.
        subprocess.run(self.control + ["-o", options, "restart"], cwd="/", stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=True)
        return self

    def __exit__(self, *error):
        if self.stopped:
            shutil.rmtree(self.work, ignore_errors=True)
        else:
            super().__exit__(*error)

    def logs(self):
        subprocess.run(self.control + ["-m", "fast", "stop"], cwd="/", check=False)
        self.stopped = True
        return [glob.glob(f"{self.work}/data/logs/server.{end}")[0] for end in ("json", "csv", "log")]


def templates(*arguments):
    done = subprocess.run([os.environ["ISOPROOF"], "templates", "--database", "shop", *arguments],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode:
        sys.exit(f"templates {arguments}: {done.stderr.decode()}")
    return re.sub("-- example: .*\n", "", done.stdout.decode()), done.stderr.decode()


def blocks(script):
    return re.findall(r"^-- name: (\S+)\n-- seen: (\d+) .*\n((?:.+\n)*)", script, re.MULTILINE)


# ------------------------------------------------------------------ clients --

def with_psql(server):
    for i in range(6):
        server.psql(f"BEGIN ISOLATION LEVEL SERIALIZABLE;\nSELECT sum(balance) FROM account WHERE owner = 'o{i % 3}';\n"
                    f"INSERT INTO entry (account_id, amount)\n  VALUES ({i + 1}, {i}.5);\nCOMMIT;", "-d", "shop")
    server.psql("BEGIN; UPDATE account SET balance = 0 WHERE id = 1; ROLLBACK; UPDATE account SET owner = 1 / 0;",
                "-d", "shop")
    return {r"BEGIN ISOLATION LEVEL SERIALIZABLE;\n(-- .*\n)*SELECT sum\(balance\) FROM account WHERE owner = \$1": 6}


def with_pgbench(server, mode):
    script = pathlib.Path(server.work, "transfer.sql")
    script.write_text(TRANSFER, encoding="utf-8")
    script.chmod(0o644)
    subprocess.run([postgresql.folder() + "/pgbench", "-n", "-M", mode, "-c", "3", "-t", "30", "-f", str(script), "-h",
                    server.work, "-U", server.USER, "shop"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   check=True)
    return {r"FOR UPDATE;\n(-- .*\n)*UPDATE account SET balance = balance - \$1 WHERE id = \$2": None}


def with_psycopg2(server):
    import psycopg2  # pylint: disable=import-outside-toplevel
    with psycopg2.connect(f"host={server.work} user={server.USER} dbname=shop") as connection:
        for i in range(7):
            with connection.cursor() as cursor:
                cursor.execute("SELECT id FROM account WHERE owner IN %s ORDER BY id", (("o1", "o2", "x'")[:i % 3 + 1],))
                cursor.execute("UPDATE account SET owner = %s, balance = %s WHERE id = ANY(%s)",
                               (f"n{i}", -i, [1, 2, i]))
            connection.commit()
    connection.close()
    return {r"owner = ANY \(\$1::text\[\]\) ORDER BY id;\n(-- .*\n)*"
            r"UPDATE account SET owner = \$1, balance = \$2 WHERE id = ANY\(\$3\);": 7}


def with_sqlalchemy(server):
    import sqlalchemy  # pylint: disable=import-outside-toplevel
    engine = sqlalchemy.create_engine(f"postgresql+psycopg2://{server.USER}@/shop?host={server.work}")
    account = sqlalchemy.Table("account", sqlalchemy.MetaData(), autoload_with=engine)
    with engine.connect() as connection:
        for i in range(6):
            with connection.begin():
                row = connection.execute(sqlalchemy.select(account).where(account.c.id == i + 1)).one()
                with connection.begin_nested():
                    connection.execute(sqlalchemy.update(account).where(account.c.id == i + 1)
                                       .values(balance=row.balance + 1))
    engine.dispose()
    return {r"SELECT account\.id, .*\n(-- .*\n)*UPDATE account SET balance= ?\$1 WHERE account\.id = \$2;": 6}


def with_asyncpg(server):
    import asyncpg  # pylint: disable=import-outside-toplevel

    async def main():
        connection = await asyncpg.connect(host=server.work, user=server.USER, database="shop")
        for i in range(6):
            async with connection.transaction(isolation="repeatable_read"):
                await connection.fetchval("SELECT owner FROM account WHERE id = $1", i + 1)
                await connection.execute("UPDATE account SET owner = $2 WHERE id = $1", i + 1, f"a{i}")
        await connection.close()
    asyncio.run(main())
    return {r"BEGIN ISOLATION LEVEL REPEATABLE READ;\n(-- .*\n)*SELECT owner FROM account WHERE id = \$1;\n"
            r"(-- .*\n)*UPDATE account SET owner = \$1 WHERE id = \$2;": 6}


CLIENTS = [with_psql, lambda s: with_pgbench(s, "prepared"), lambda s: with_pgbench(s, "extended"),
           lambda s: with_pgbench(s, "simple"), with_psycopg2, with_sqlalchemy, with_asyncpg]


def check(server):
    expected = {}
    for client in CLIENTS:
        try:
            expected.update(client(server))
        except ImportError as missing:
            print(f"left out: {missing}")
    folder = tempfile.mkdtemp()
    schema = pathlib.Path(folder, "schema.sql")
    schema.write_text(TABLES, encoding="utf-8")
    try:
        logs = server.logs()
        scripts = [templates("--schema", str(schema), "--log-line-prefix", PREFIX, log) for log in logs]
        problems = [f"{log}: not the templates of {logs[0]}" for log, made in zip(logs, scripts) if made[0] != scripts[0][0]]
        script, said = scripts[0]
        for pattern, count in expected.items():
            found = [int(seen) for _, seen, body in blocks(script) if re.search(pattern, body)]
            if not found or (count and sum(found) != count):
                problems.append(f"not {count} times, but {found}: {pattern}")
        if " 0 begun before the log, 0 not ended in it, 0 with entries missing" not in said:
            problems.append("something is not there as a whole")
        app = pathlib.Path(folder, "app.sql")
        app.write_text(script, encoding="utf-8")
        read = subprocess.run([os.environ["ISOPROOF"], "programs", str(schema), str(app)], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, check=False)
        if read.returncode or b", 0 not understood\nread" not in read.stdout:
            problems.append(read.stdout.decode()[-500:] + read.stderr.decode()[-500:])
        if problems:
            print("\n".join([said, script, *(made for _, made in scripts[1:]), *problems]))
        return 1 if problems else 0
    finally:
        shutil.rmtree(folder)


def main():
    if not postgresql.folder():
        sys.exit(postgresql.SKIPPED)
    with Recorded() as server:
        sys.exit(check(server))


if __name__ == "__main__":
    main()
