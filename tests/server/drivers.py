"""What drivers send, and what comes back: programs that run on a PostgreSQL server and on isoproof serve, at a theory's level and
statement by statement, print the same. PREPARE and EXECUTE, errors for what is not there, COPY, arrays and binary values of
asyncpg, JDBC. A driver that is not installed is left out.

  drivers.py [PROGRAM…]
"""

import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile

import psql_commands
import reflection
import serving
import types_of_drivers
from serving import HERE, PYTHON, expect

sys.path.insert(0, str(HERE.parent))
sys.dont_write_bytecode = True
import postgresql  # noqa: E402

JDBC = "/usr/share/java/postgresql.jar"
ONE_AFTER_THE_OTHER = ("truncate", "migrate", "read-only-definitions")  # the engine knows no TRUNCATE
MODES = (("causal", "--policy", "latest"), ("postgresql/read-committed", "--policy", "interleaved"))

ONE_BY_ONE = r"""
import psycopg2
c = psycopg2.connect(""); c.autocommit = True; k = c.cursor()
def run(*texts):
    for text in texts:
        try:
            k.execute(text)
            print(k.statusmessage, k.fetchall() if k.description else "")
        except psycopg2.Error as error:
            print(text, error.pgcode)
"""

PREPARE = ONE_BY_ONE + r"""
run("PREPARE get (int) AS SELECT id, stock FROM item WHERE id = $1", "EXECUTE get(1)", "EXECUTE get('2')", "EXECUTE get(1 + 1)",
    "EXECUTE get", "EXECUTE get(1, 2)", "PREPARE get AS SELECT 1", "EXECUTE nothing", "DEALLOCATE nothing",
    "PREPARE put AS UPDATE item SET stock = $1, price = $3 WHERE id = $2", "EXECUTE put(7, 3, 2.50)", "EXECUTE put(NULL, 3, 1)",
    "BEGIN", "EXECUTE put(-1, 3, 1)", "EXECUTE get(3)", "ROLLBACK", "EXECUTE get(3)",
    "PREPARE note (text, numeric(8,2), unknown) AS SELECT $1 || '!', $2 * 2, $3::int", "EXECUTE note('a, b)', 1.5, '4')",
    "EXECUTE note('it''s', (1), NULL)", "DEALLOCATE get", "EXECUTE get(1)", "PREPARE broken AS SELEC 1",
    "PREPARE none AS SELECT nothing FROM item", "DEALLOCATE ALL", "EXECUTE put(1, 2, 3)", "LOCK TABLE item", "SELECT 1; LOCK TABLE item",
    "BEGIN", "LOCK TABLE item", "COMMIT", "PREPARE p AS SELECT 5", "DISCARD ALL",
    "EXECUTE p")
"""

COPY = r"""
import io, psycopg2
c = psycopg2.connect(""); k = c.cursor()
def into(text, data):
    try:
        k.copy_expert(text, io.StringIO(data)); print(k.rowcount, k.statusmessage)
    except psycopg2.Error as error:
        print(text, error.pgcode); c.rollback()
def out(text):
    to = io.StringIO()
    try:
        k.copy_expert(text, to); print(repr(to.getvalue()), k.rowcount)
    except psycopg2.Error as error:
        print(text, error.pgcode); c.rollback()
into("COPY item (id, stock) FROM STDIN", "11\t5\n12\t6\n"); c.commit()
into("COPY sale (item, amount, note) FROM STDIN", "11\t1\t\\N\n12\t2\ta\\tb\\\\c\\nd\\x41\\101\n11\t3\t\n"); c.commit()
into("COPY sale (item, amount, note) FROM STDIN WITH (FORMAT csv, HEADER true)", 'item,amount,note\n11,1,\n12,2,"a,""b""\nc"\n11,3,""\n'); c.commit()
into("COPY sale (item, amount, note) FROM STDIN CSV DELIMITER ';' NULL 'x' QUOTE ''''", "11;1;x\n12;2;'x'\n12;2;'it''s'\r\n"); c.commit()
into("COPY item (id, stock) FROM STDIN", "13\t5\n13\t6\n"); c.commit()
into("COPY item (id, stock) FROM STDIN", "14\t5\n15\tx\n"); into("COPY item (id, stock) FROM STDIN", "14\n"); into("COPY item (id, stock) FROM STDIN", "14\t1\t2\n")
into("COPY item (id, stock) FROM STDIN", "14\t-1\n"); into("COPY nothing FROM STDIN", ""); into("COPY item (nothing) FROM STDIN", ""); into("COPY item FROM STDIN", ""); c.commit()
into("COPY sale FROM STDIN", "900\t11\t1\tn\n"); c.rollback()
out("COPY item TO STDOUT"); out("COPY (SELECT item, amount, note FROM sale ORDER BY item, amount, note) TO STDOUT")
out("COPY (SELECT item, amount, note FROM sale ORDER BY item, amount, note) TO STDOUT WITH (FORMAT csv, HEADER)"); out("COPY (SELECT nothing FROM sale) TO STDOUT")
into("COPY item (id, stock) FROM STDIN;", "21\t5\n"); into("-- rows\n /* of */ COPY item (id, stock) FROM STDIN WITH (FORMAT csv, HEADER off) ;\n;  -- done\n", "22,6\n")
into("COPY item (id, stock) FROM STDIN (HEADER 'true', FORMAT csv);", "id,stock\n23,6\n"); c.commit()
out("COPY (SELECT id, stock FROM item WHERE id > 20 ORDER BY id) TO STDOUT;"); out("COPY item TO STDOUT (FORMAT csv) ; /* all */"); c.commit()
k.execute("SAVEPOINT s"); 
try: k.copy_expert("COPY item (id, stock) FROM STDIN", io.StringIO("11\t1\n"))
except psycopg2.Error as error: print(error.pgcode)
k.execute("ROLLBACK TO SAVEPOINT s"); k.copy_from(io.StringIO("1\t11\n"), "sale", columns=("amount","item")); print(k.rowcount)
c.commit(); to = io.StringIO(); k.copy_to(to, "item", columns=("id","stock")); print(to.getvalue())
class Breaks(io.StringIO):
    def read(self, *a): raise ValueError("no")
try: k.copy_expert("COPY item (id, stock) FROM STDIN", Breaks())
except Exception as error: print(getattr(error, "pgcode", error))
c.rollback(); k.execute("SELECT count(*) FROM sale"); print(k.fetchone())
"""

# What errors are about besides their message: the fields of ErrorResponse.
FIELDS = r"""
import psycopg2, sys
c = psycopg2.connect(""); k = c.cursor()
def run(*texts):
    for text in texts:
        try:
            k.execute(text)
            c.commit()
        except psycopg2.Error as error:
            d = error.diag
            print(text, d.sqlstate, d.message_primary, d.message_detail, d.message_hint, d.schema_name, d.table_name, d.column_name, d.datatype_name, d.constraint_name, sep=" | ")
            c.rollback()
run("INSERT INTO item (id, stock) VALUES (1, 1)", "INSERT INTO item (id, stock) VALUES (8, -1)", "INSERT INTO item (id) VALUES (8)",
    "UPDATE item SET stock = NULL WHERE id = 1", "UPDATE item SET stock = -5 WHERE id = 2", "INSERT INTO sale (item, amount) VALUES (99, 1)",
    "INSERT INTO sale (item, amount) VALUES (2, 1)", "DELETE FROM item WHERE id = 2", "UPDATE item SET id = 77 WHERE id = 2", "SELECT sell(1, 99)",
    "INSERT INTO field_pair VALUES (1, 'x', 1, 1), (1, 'x', 1, 1)", "INSERT INTO field_pair VALUES (2, NULL, 1, NULL)", "INSERT INTO field_pair VALUES (2, 'y', 8, 9)",
    "INSERT INTO field_part VALUES (1)", "INSERT INTO field_pair VALUES (2, 'q', 1, NULL)", "INSERT INTO field_pair VALUES (4, repeat('long', 40), 1, NULL)",
    "DO $$ BEGIN RAISE unique_violation USING MESSAGE = 'm', DETAIL = 'd', HINT = 'h', CONSTRAINT = 'n', TABLE = 't', SCHEMA = 's', COLUMN = 'c', DATATYPE = 'y'; END $$",
    "DO $$ BEGIN INSERT INTO field_pair VALUES (1, 'z', NULL, NULL), (1, 'z', NULL, NULL); EXCEPTION WHEN unique_violation THEN RAISE EXCEPTION 'again %', SQLERRM; END $$",
    "DO $$ DECLARE i int; BEGIN SELECT id INTO STRICT i FROM item; END $$")
for text in ("INSERT INTO field_late VALUES (1), (1)", "INSERT INTO field_late VALUES (1); INSERT INTO field_late VALUES (1)"):
    try:
        k.execute(text); c.commit()
    except psycopg2.Error as error:
        print(text, error.diag.constraint_name, error.diag.message_detail, error.diag.table_name); c.rollback()
"""

READ_ONLY = ONE_BY_ONE.replace("error.pgcode)", "error.pgcode, error.diag.message_primary)") + r"""
import io
writes = ("INSERT INTO item (id, stock) VALUES (1, 1)", "UPDATE item SET stock = 1 WHERE id = 100", "DELETE FROM sale", "SELECT * FROM item FOR UPDATE",
          "SELECT id FROM item FOR KEY SHARE", "SELECT sell(1, 1)", "WITH w AS (DELETE FROM sale RETURNING item) SELECT * FROM w", "SELECT nextval('sale_id_seq')")
for text in writes:
    run("BEGIN READ ONLY", "SELECT count(*) FROM item", text, "SHOW transaction_read_only", "ROLLBACK")
run("BEGIN", "SET TRANSACTION READ ONLY", "SHOW transaction_read_only", "DELETE FROM sale", "ROLLBACK", "SHOW transaction_read_only", "BEGIN", "DELETE FROM sale",
    "SET TRANSACTION READ ONLY", "DELETE FROM sale", "ROLLBACK", "BEGIN", "SELECT count(*) FROM item", "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ", "ROLLBACK", "BEGIN TRANSACTION ISOLATION LEVEL SERIALIZABLE READ ONLY", "SHOW transaction_isolation", "COMMIT",
    "BEGIN READ WRITE", "UPDATE item SET stock = stock WHERE id = 1", "COMMIT", "INSERT INTO item VALUES (70, 1, 1)")
run("BEGIN READ ONLY")
try: k.copy_expert("COPY item (id, stock) FROM STDIN", io.StringIO("71\t1\n"))
except psycopg2.Error as error: print(error.pgcode, error.diag.message_primary)
run("ROLLBACK", "SELECT count(*) FROM item")
"""

BLOCKS = ONE_BY_ONE + r"""
change = "UPDATE item SET stock = stock WHERE id = 1"
run("DECLARE c CURSOR FOR SELECT 1", "BEGIN", "DECLARE c CURSOR FOR SELECT id FROM item ORDER BY id", "FETCH 2 FROM c", "ROLLBACK", "BEGIN", "VACUUM", "ROLLBACK", "BEGIN",
    "VACUUM item", "ROLLBACK", "VACUUM", "VACUUM item", "BEGIN", "CREATE INDEX CONCURRENTLY x ON item (stock)", "ROLLBACK")
for end in ("ROLLBACK TO s", "RELEASE s"):
    run("BEGIN", "SAVEPOINT s", "SET TRANSACTION READ ONLY", "SHOW transaction_read_only", end, "SHOW transaction_read_only", change, "COMMIT",
        "BEGIN", "SAVEPOINT s", "SAVEPOINT t", "SET TRANSACTION READ ONLY", end, "SHOW transaction_read_only", change, "COMMIT",
        "BEGIN", "SET TRANSACTION READ ONLY", "SAVEPOINT s", end, "SHOW transaction_read_only", change, "ROLLBACK")
run("SET default_transaction_read_only = on", "SHOW transaction_read_only", change, "SELECT count(*) FROM item", "BEGIN", "SHOW transaction_read_only", change, "ROLLBACK",
    "BEGIN READ WRITE", change, "ROLLBACK", "SET default_transaction_read_only = off", change, "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY", change,
    "RESET default_transaction_read_only", change)
run("SET lock_timeout = 500", "SHOW lock_timeout", "SET statement_timeout = '5s'", "SHOW statement_timeout", "RESET statement_timeout", "SHOW statement_timeout")
"""

READ_ONLY_DEFINITIONS = READ_ONLY + r"""
for text in ("CREATE TABLE more (a int)", "ALTER TABLE item ADD COLUMN more int", "DROP TABLE sale", "TRUNCATE sale", "CREATE INDEX more ON item (stock)"):
    run("BEGIN READ ONLY", text, "ROLLBACK")
run("BEGIN READ ONLY", "SELECT 1", "SET TRANSACTION READ WRITE", "ROLLBACK", "SET default_transaction_read_only = on", "DELETE FROM sale", "SHOW transaction_read_only",
    "BEGIN", "DELETE FROM sale", "ROLLBACK", "BEGIN READ WRITE", "DELETE FROM sale", "ROLLBACK", "SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE", "DELETE FROM sale")
"""

FIELDS_SCHEMA = """
CREATE SCHEMA fields;
CREATE TABLE field_pair (a int, "B c" text NOT NULL, x int, y int, UNIQUE (a, "B c"), CONSTRAINT few CHECK (a < 4), UNIQUE (x, y), FOREIGN KEY (x, y) REFERENCES field_pair (x, y) MATCH FULL);
CREATE TABLE fields.part (id int PRIMARY KEY);
CREATE TABLE field_part (id int REFERENCES fields.part);
CREATE TABLE field_late (id int UNIQUE DEFERRABLE INITIALLY DEFERRED);
"""

TRUNCATE = ONE_BY_ONE.replace("c.autocommit = True; ", "").replace("error.pgcode)", "error.pgcode); c.rollback()") + r"""
run("INSERT INTO sale (item, amount) VALUES (1, 2)", "TRUNCATE sale", "SELECT count(*) FROM sale", "ROLLBACK",
    "INSERT INTO sale (item, amount) VALUES (1, 2)", "COMMIT", "TRUNCATE sale", "SELECT count(*) FROM sale", "ROLLBACK",
    "SELECT count(*) FROM sale", "TRUNCATE sale, item", "INSERT INTO item VALUES (1, 7)", "COMMIT", "SELECT id, stock FROM item",
    "SAVEPOINT s", "TRUNCATE item, sale", "ROLLBACK TO s", "SELECT count(*) FROM item", "COMMIT", "SET TIME ZONE 'UTC'")
once = "DO $$ BEGIN CREATE TYPE mood AS ENUM ('low', 'high'); EXCEPTION WHEN duplicate_object THEN null; END $$"
run(once, once, "SELECT 'low'::mood", once.replace("_object", "_table"), once, "ROLLBACK",
    "DO 'BEGIN ALTER TABLE item ADD COLUMN mood text DEFAULT ''low''; EXCEPTION WHEN duplicate_column THEN NULL; END;'",
    "SELECT id, mood FROM item", "ROLLBACK")
"""

CREATE_ALL = r"""
import os, sqlalchemy as sa
e = sa.create_engine("postgresql://%s@/%s?host=%s" % tuple(os.environ[name] for name in ("PGUSER", "PGDATABASE", "PGHOST")))
m = sa.MetaData()
sa.Table("item", m, sa.Column("id", sa.Integer, primary_key=True), sa.Column("stock", sa.Integer))
sa.Table("sale", m, sa.Column("id", sa.Integer, primary_key=True), sa.Column("item", sa.ForeignKey("item.id")))
m.create_all(e)
for name in ("nothing", "item", "sale", "SALE"):
    print(name, sa.inspect(e).has_table(name))
print(sorted(sa.inspect(e).get_table_names()))
print(sa.inspect(e).default_schema_name)
"""

MIGRATE = r"""
import os, django
from django.conf import settings
settings.configure(DATABASES={"default": {"ENGINE": "django.db.backends.postgresql", "NAME": os.environ["PGDATABASE"],
    "HOST": os.environ["PGHOST"], "PORT": os.environ["PGPORT"], "USER": os.environ["PGUSER"]}}, USE_TZ=True, TIME_ZONE="UTC",
    INSTALLED_APPS=["django.contrib.contenttypes"])
django.setup()
from django.core.management import call_command
from django.db import connection
from django.contrib.contenttypes.models import ContentType
print(sorted(connection.introspection.table_names()))
call_command("migrate", verbosity=1)
print(ContentType.objects.count())
call_command("flush", interactive=False, reset_sequences=False)
print(ContentType.objects.count())
"""

# What its first migrate makes, as far as it has run before.
MIGRATED = """
CREATE TABLE django_migrations (id bigserial PRIMARY KEY, app varchar(255) NOT NULL, name varchar(255) NOT NULL, applied timestamptz NOT NULL);
CREATE TABLE django_content_type (id serial PRIMARY KEY, app_label varchar(100) NOT NULL, model varchar(100) NOT NULL,
    CONSTRAINT django_content_type_app_label_model_76bd3d3b_uniq UNIQUE (app_label, model));
INSERT INTO django_migrations (app, name, applied) VALUES ('contenttypes', '0001_initial', '2026-01-01'),
    ('contenttypes', '0002_remove_content_type_name', '2026-01-01');
"""

MISSING = ONE_BY_ONE + r"""
run("SELECT nothing(1)", "SELECT abs('a', 'b')", "SELECT sell(1)", "SELECT upper(1, 2)", "SELECT pg_sleep(0)", "SELECT st_area('x')",
    "SELECT * FROM nothing(3)", "CALL nothing()", "SELECT lpad('a')", "SELECT public.nothing(stock) FROM item", "SELECT upper('a')")
"""

ASYNCPG = r"""
import asyncio, asyncpg, datetime, decimal, os, uuid
async def main():
    c = await asyncpg.connect(host=os.environ["PGHOST"], user=os.environ["PGUSER"], database=os.environ["PGDATABASE"])
    moment = datetime.datetime(2024, 1, 2, 3, 4, 5, tzinfo=datetime.timezone.utc)
    for text, *values in (
            ("SELECT 1.5::numeric, -12345678.0009::numeric, 0::numeric, 0.00::numeric(5,2), 100000000::numeric, 0.00001::numeric, -0.5",),
            ("SELECT 'NaN'::numeric::text, '99999999999999999999999999999999999999999999.5'::numeric",),
            ("SELECT '2024-05-06'::date, '2024-05-06 01:02:03.5'::timestamp, '2024-05-06 01:02:03+02'::timestamptz, '10:11:12'::time",),
            ("SELECT '1999-12-31'::date, '1970-05-06 01:02:03.5'::timestamp, '1 mon 2 days 03:04:05'::interval",),
            ("SELECT '00112233-4455-6677-8899-aabbccddeeff'::uuid, '\\xdead00'::bytea, '{\"a\": [1, 2]}'::jsonb, '{\"b\":1}'::json",),
            ("SELECT 1.5::real, 2.5::double precision, true, 3::smallint, 5::bigint, NULL::int, 'x'::varchar",),
            ("SELECT ARRAY[1,2,NULL], ARRAY['a','b c'], '{}'::int[], ARRAY[1.5,2]::numeric[], ARRAY[true]",),
            ("SELECT id FROM item WHERE id = ANY($1) ORDER BY id", [1, 3, 99]),
            ("SELECT id FROM item WHERE id = ANY($1::int[]) ORDER BY id", []),
            ("SELECT $1::text[]", ["a", None, 'x"y', "", "NULL", "{,}", "b\\c", " "]),
            ("SELECT $1::numeric[], $2::bigint[], $3::uuid[]", [decimal.Decimal("1.50")], [5], [uuid.UUID(int=7)]),
            ("SELECT unnest($1::int[])", [7, 8]), ("SELECT array_agg(id ORDER BY id) FROM item WHERE id < 4",),
            ("SELECT $1::numeric, $2::timestamptz, $3::date", decimal.Decimal("2.50"), moment, datetime.date(2020, 2, 29)),
            ("LOCK TABLE item",), ("SHOW TRANSACTION ISOLATION LEVEL",), ("show standard_conforming_strings",),
            ("SELECT id FROM item WHERE id > $1::bigint ORDER BY id LIMIT $2::integer OFFSET $3::smallint FOR UPDATE", 1, 2, 1),
            ("SELECT id, price FROM item WHERE id <> ALL($1) ORDER BY id", [1])):
        try:
            print([tuple(row) for row in await c.fetch(text, *values)])
        except asyncpg.PostgresError as error:
            print(text, error.sqlstate)
    await c.execute("PREPARE q AS SELECT id FROM item WHERE id = $1")
    print([tuple(row) for row in await c.fetch("EXECUTE q(2)")])
    await c.close()
asyncio.run(main())
"""

ASYNCPG_COPY = r"""
import asyncio, asyncpg, os, io, decimal
async def main():
    c = await asyncpg.connect(host=os.environ["PGHOST"], user=os.environ["PGUSER"], database=os.environ["PGDATABASE"])
    print(await c.copy_records_to_table("item", records=[(41, 1, decimal.Decimal("2.25")), (42, 2, decimal.Decimal("3"))], columns=("id", "stock", "price")))
    print(await c.copy_records_to_table("sale", records=[(41, 1, None), (42, 2, "x")], columns=("item", "amount", "note")))
    for form in ("text", "csv", "binary"):
        to = io.BytesIO()
        print(await c.copy_from_query("SELECT id, stock, price, 'x' || id FROM item WHERE id > $1 ORDER BY id", 40, output=to, format=form), to.getvalue())
    try:
        await c.copy_records_to_table("item", records=[(43, 1), (43, 2)], columns=("id", "stock"))
    except asyncpg.PostgresError as e: print(e.sqlstate)
    print(await c.fetchval("SELECT count(*) FROM item WHERE id > 40"))
    await c.close()
asyncio.run(main())
"""

JAVA = """
import java.math.BigDecimal;
import java.sql.*;
public class Shop {
    public static void main(String[] args) throws Exception {
        try (Connection c = DriverManager.getConnection(System.getenv("JDBC_URL") + "&prepareThreshold=3")) {
            c.setAutoCommit(false);
            c.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            PreparedStatement get = c.prepareStatement("SELECT stock, price FROM item WHERE id = ?");
            PreparedStatement put = c.prepareStatement("UPDATE item SET stock = ?, price = ? WHERE id = ?");
            for (int i = 1; i < 7; i++) {
                get.setInt(1, i % 3 + 1);
                ResultSet found = get.executeQuery();
                found.next();
                put.setInt(1, found.getInt(1) - 1);
                put.setBigDecimal(2, found.getBigDecimal(2).add(new BigDecimal("0.25")));
                put.setInt(3, i % 3 + 1);
                System.out.println(put.executeUpdate());
                c.commit();
            }
            try (Statement s = c.createStatement()) {
                s.executeQuery("SELECT nothing(1)");
            } catch (SQLException error) {
                System.out.println(error.getSQLState());
            }
            c.rollback();
            PreparedStatement batch = c.prepareStatement("INSERT INTO sale (item, amount, note) VALUES (?, ?, ?)", Statement.RETURN_GENERATED_KEYS);
            for (int i = 1; i < 4; i++) {
                batch.setInt(1, i);
                batch.setInt(2, i);
                batch.setString(3, i == 2 ? null : "n" + i);
                batch.addBatch();
            }
            System.out.println(batch.executeBatch().length);
            Savepoint before = c.setSavepoint();
            try (Statement s = c.createStatement()) {
                s.executeUpdate("INSERT INTO sale (item, amount) VALUES (99, 1)");
            } catch (SQLException error) {
                System.out.println(error.getSQLState());
            }
            c.rollback(before);
            c.commit();
            PreparedStatement any = c.prepareStatement("SELECT id, stock, price FROM item WHERE id = ANY(?) ORDER BY id");
            for (int n = 0; n < 5; n++) {
                any.setArray(1, c.createArrayOf("int4", new Integer[] {1, 3}));
                for (ResultSet rows = any.executeQuery(); rows.next();)
                    System.out.println(rows.getInt(1) + " " + rows.getInt(2) + " " + rows.getBigDecimal(3));
            }
            c.commit();
        }
    }
}
"""


def has(module):
    return subprocess.run([PYTHON, "-c", f"import {module}"], capture_output=True, check=False).returncode == 0


def programs(folder):
    yield "prepare", [PYTHON, "-c", PREPARE]
    yield "missing", [PYTHON, "-c", MISSING]
    yield "fields", [PYTHON, "-c", FIELDS]
    yield "read-only", [PYTHON, "-c", READ_ONLY]
    yield "blocks", [PYTHON, "-c", BLOCKS]
    yield "read-only-definitions", [PYTHON, "-c", READ_ONLY_DEFINITIONS]
    yield "truncate", [PYTHON, "-c", TRUNCATE]
    if has("sqlalchemy"):
        yield "create_all", [PYTHON, "-c", CREATE_ALL]
        yield "reflect", [PYTHON, "-c", reflection.REFLECT]
    if has("django"):
        yield "migrate", [PYTHON, "-c", MIGRATE]
    yield "psql", [postgresql.folder() + "/psql", "-X", "-A"] + [part for command in psql_commands.COMMANDS for part in ("-c", command)]
    yield "copy", [PYTHON, "-c", COPY]
    if has("asyncpg"):
        yield "asyncpg", [PYTHON, "-c", ASYNCPG]
        yield "asyncpg-copy", [PYTHON, "-c", ASYNCPG_COPY]
        yield "asyncpg-types", [PYTHON, "-c", types_of_drivers.ASYNCPG]
    if os.path.exists(JDBC) and shutil.which("javac"):
        for name, of, text in (("jdbc", "Shop", JAVA), ("jdbc-types", "Types", types_of_drivers.JAVA)):
            source = pathlib.Path(folder, of + ".java")
            source.write_text(text, encoding="utf-8")
            # Once: java would do it for each of the three servers.
            subprocess.run(["javac", "-J-XX:TieredStopAtLevel=1", "-cp", JDBC, "-d", folder, str(source)], check=True)
            yield name, ["java", "-XX:TieredStopAtLevel=1", "-cp", f"{JDBC}:{folder}", of]


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def run(command, environment):
    done = subprocess.run(command, env=dict(os.environ, **environment), capture_output=True, text=True, timeout=120, check=False)
    return done.stdout + (done.stderr[-1500:] if done.returncode else "")


def schema_of(name):
    own = {"migrate": MIGRATED, "reflect": reflection.SCHEMA, "fields": (HERE / "shop.sql").read_text() + FIELDS_SCHEMA,
           "asyncpg-types": types_of_drivers.SCHEMA, "jdbc-types": types_of_drivers.SCHEMA, "psql": psql_commands.SCHEMA}
    return own[name] if name in own else (HERE / "shop.sql").read_text()


def on_server(server, name, command):
    """JDBC knows no Unix sockets: through a recorder."""
    server.psql(psql_commands.DROP + "DROP SCHEMA IF EXISTS other CASCADE; DROP TABLE IF EXISTS thing, few, sale, item, django_migrations, django_content_type, orders, order_lines, field_pair, field_part, field_late CASCADE; DROP SCHEMA IF EXISTS fields CASCADE; DROP TYPE IF EXISTS kind, mood CASCADE; DROP TYPE IF EXISTS nested, pair CASCADE; DROP DOMAIN IF EXISTS positive, word, moody; DROP FUNCTION IF EXISTS sell;\n" +
                schema_of(name))
    environment = {"PGHOST": server.work, "PGUSER": server.USER, "PGDATABASE": "postgres", "PGPORT": "5432"}
    if not name.startswith("jdbc"):
        return run(command, environment)
    port = str(free_port())
    environment["JDBC_URL"] = f"jdbc:postgresql://127.0.0.1:{port}/postgres?user={server.USER}"
    return run([serving.ISOPROOF, "record", "--upstream", f"host={server.work} user={server.USER} dbname=postgres", "--output",
                os.devnull, "--listen", f"127.0.0.1:{port}", "--", *command], environment)


def on_serve(mode, name, command, folder):
    schema = pathlib.Path(folder, name + ".sql")
    schema.write_text(schema_of(name), encoding="utf-8")
    if not name.startswith("jdbc"):
        with serving.Server(*mode, schema=schema) as server:
            return run(command, server.environment)
    port = free_port()
    with serving.Server(*mode, "--listen", f"127.0.0.1:{port}", schema=schema) as server:
        return run(command, dict(server.environment, JDBC_URL=f"jdbc:postgresql://127.0.0.1:{port}/shop?user=tester"))


def main():
    serving.need_driver()
    if not postgresql.folder():
        return serving.SKIPPED
    with postgresql.Server() as server, tempfile.TemporaryDirectory() as folder:
        for name, command in programs(folder):
            if sys.argv[1:] and name not in sys.argv[1:]:
                continue
            expected = on_server(server, name, command)
            expect(len(expected.splitlines()) > 4 and "Traceback" not in expected, f"{name} on a server: {expected}")
            for mode in MODES[:1] if name in ONE_AFTER_THE_OTHER else MODES:
                seen = on_serve(mode, name, command, folder)
                expect(seen == expected, f"{name} at {' '.join(mode)}:\n{seen}\non a server:\n{expected}")
    serving.finish()
    return 0


sys.exit(main())
