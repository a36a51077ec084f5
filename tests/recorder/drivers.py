"""isoproof record with what applications use: Django, Rails' ActiveRecord, node-postgres, JDBC and Spring see the same through it as without it, and
templates makes the transactions that they ran. A driver that is not installed is left out, and said to be."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
sys.dont_write_bytecode = True
import node_pg  # noqa: E402
import postgresql  # noqa: E402

ISOPROOF = os.environ["ISOPROOF"]
JDBC = "/usr/share/java/postgresql.jar"
SPRING = ["/usr/share/java/spring3-jdbc.jar", "/usr/share/java/spring3-transaction.jar", "/usr/share/java/spring3-core.jar",
          "/usr/share/java/spring3-beans.jar", "/usr/share/java/commons-logging.jar"]
TABLES = """CREATE TABLE acc (id int PRIMARY KEY, bal int NOT NULL); INSERT INTO acc SELECT i, 100 FROM generate_series(1, 9) i;
            CREATE TABLE entry (id serial PRIMARY KEY, acc_id int NOT NULL REFERENCES acc, n int NOT NULL)"""

DJANGO = """
import os
import django
from django.conf import settings
settings.configure(DATABASES={"default": {"ENGINE": "django.db.backends.postgresql", "NAME": os.environ["PGDATABASE"],
    "USER": os.environ["PGUSER"], "HOST": os.environ["PGHOST"], "PORT": os.environ.get("PGPORT", "")}},
    INSTALLED_APPS=[], DEFAULT_AUTO_FIELD="django.db.models.AutoField", USE_TZ=True)
django.setup()
from django.db import models, transaction, connection
class Acc(models.Model):
    bal = models.IntegerField()
    class Meta: app_label, db_table = "bank", "acc"
class Entry(models.Model):
    acc = models.ForeignKey(Acc, models.CASCADE)
    n = models.IntegerField()
    class Meta: app_label, db_table = "bank", "entry"
for i in range(1, 7):
    with transaction.atomic():
        acc = Acc.objects.get(pk=i)
        Entry.objects.create(acc=acc, n=i)
        acc.bal -= i
        acc.save()
try:
    with transaction.atomic():
        Acc.objects.create(pk=1, bal=0)
except Exception as error:
    print(type(error).__name__)
print(list(Acc.objects.order_by("id").values_list("id", "bal")), Entry.objects.count())
"""

NODE = """
const { Client } = require("pg");
(async () => {
  const client = new Client();
  await client.connect();
  for (let i = 1; i < 7; i++) {
    await client.query("BEGIN");
    const found = await client.query("SELECT bal FROM acc WHERE id = $1", [i]);
    await client.query({ name: "put", text: "UPDATE acc SET bal = $1 WHERE id = $2", values: [found.rows[0].bal - i, i] });
    await client.query("COMMIT");
  }
  try { await client.query("SELECT 1/0"); } catch (error) { console.log(error.code); }
  console.log((await client.query("SELECT id, bal FROM acc ORDER BY id")).rows);
  await client.end();
})().catch((error) => { console.error(error); process.exit(1); });
"""

JAVA = """
import java.sql.*;
public class Bank {
    public static void main(String[] args) throws Exception {
        String url = "jdbc:postgresql://" + System.getenv("PGHOST") + ":" + System.getenv("PGPORT") + "/"
            + System.getenv("PGDATABASE") + "?user=" + System.getenv("PGUSER") + "&prepareThreshold=3";
        try (Connection c = DriverManager.getConnection(url)) {
            c.setAutoCommit(false);
            PreparedStatement get = c.prepareStatement("SELECT bal FROM acc WHERE id = ?");
            PreparedStatement put = c.prepareStatement("UPDATE acc SET bal = ? WHERE id = ?");
            for (int i = 1; i < 7; i++) {
                get.setInt(1, i);
                ResultSet found = get.executeQuery();
                found.next();
                put.setInt(1, found.getInt(1) - i);
                put.setInt(2, i);
                System.out.println(put.executeUpdate());
                c.commit();
            }
            try (Statement s = c.createStatement()) {
                s.executeQuery("SELECT 1/0");
            } catch (SQLException error) {
                System.out.println(error.getSQLState());
            }
            c.rollback();
            PreparedStatement batch = c.prepareStatement("INSERT INTO entry (acc_id, n) VALUES (?, ?)");
            for (int i = 1; i < 4; i++) {
                batch.setInt(1, i);
                batch.setInt(2, i);
                batch.addBatch();
            }
            System.out.println(batch.executeBatch().length);
            c.commit();
        }
    }
}
"""

COPIED = """
import io
import os
import psycopg2
connection = psycopg2.connect(os.environ["DATABASE_URL"])
cursor = connection.cursor()
cursor.copy_expert("COPY entry (acc_id, n) FROM STDIN", io.StringIO("1\\t5\\n" * 20000))
print(cursor.rowcount)
connection.commit()
try:
    cursor.copy_expert("COPY entry (acc_id, n) FROM STDIN", io.StringIO("1\\tx\\n"))
except psycopg2.Error as error:
    print(error.pgcode)
connection.rollback()
cursor.execute("SELECT count(*) FROM entry")
print(cursor.fetchone())
large = connection.lobject(mode="w")
print(large.write("all"))
large.close()
connection.commit()
"""

failures, absent = [], []


def psql(server, text):
    subprocess.run([postgresql.folder() + "/psql", "-X", "-q", "-h", server.work, "-U", server.USER, "postgres", "-c", text],
                   capture_output=True, check=True)


def check(server, folder, name, command, templates, port="0", options=()):
    """The command sees the same through the recorder, on fresh tables."""
    trace = f"{folder}/{name}.jsonl"
    seen = []
    for upstream in (f"host={server.work} user={server.USER} dbname=postgres", None):
        psql(server, f"DROP TABLE IF EXISTS entry, acc; {TABLES}")
        if upstream is None:
            environment = dict(os.environ, PGHOST=server.work, PGUSER=server.USER, PGDATABASE="postgres",
                               DATABASE_URL=f"postgresql://{server.USER}@/postgres?host={server.work}")
            if name in ("jdbc", "spring", "rails"):  # they take no such address
                continue
            done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=100, check=False)
        else:
            done = subprocess.run([ISOPROOF, "record", "--upstream", upstream, "--output", trace, "--listen", port, "--",
                                   *command], capture_output=True, text=True, timeout=100, check=False)
            if "remark" in done.stderr:
                failures.append(f"{name}: the recorder says: {done.stderr}")
        seen.append((done.returncode, done.stdout))
        if done.returncode:
            failures.append(f"{name}: status {done.returncode}: {done.stderr[-600:]}")
    if len(set(seen)) != 1:
        failures.append(f"{name} sees through the recorder, and without it:\n" + "\n".join(map(str, seen)))
    made = subprocess.run([ISOPROOF, "templates", *options, trace], capture_output=True, text=True, check=False)
    for text in templates:
        if text not in made.stdout:
            failures.append(f"{name}: templates has no {text}:\n{made.stdout}{made.stderr}")
    return seen


def check_spring(server, folder):
    """JdbcTemplate in TransactionTemplate: batches, generated keys, lists of what a query has found, levels, a rollback."""
    if not all(map(os.path.exists, SPRING)):
        absent.append("libspring-jdbc-java")
        return
    schema = pathlib.Path(folder, "schema.sql")
    schema.write_text(TABLES.replace("INSERT INTO acc SELECT i, 100 FROM generate_series(1, 9) i;", "") + ";", encoding="utf-8")
    seen = check(server, folder, "spring", ["java", "-XX:TieredStopAtLevel=1", "-cp", ":".join([JDBC, *SPRING]),
                                            str(HERE / "Spring.java")],
                 ["= {bal, acc_id_2} in any order (8 of 8)", "-- assume: entry_id = new_2_id (8 of 8)",
                  "-- assume: entry_id_list = rows_1_id (9 of 9)", "BEGIN ISOLATION LEVEL SERIALIZABLE;\n-- assume: at least",
                  "-- isoproof: loop over acc_id integer, n integer\n", "-- left out: 9 rolled back, 0 failed"],
                 options=["--schema", str(schema)])
    if not seen[0][1].endswith(", {id=9, bal=100}]\n"):
        failures.append(f"spring: {seen}")


RAILS_TABLES = """DROP TABLE IF EXISTS entries, accounts;
CREATE TABLE accounts (id bigserial PRIMARY KEY, name text NOT NULL UNIQUE, balance int NOT NULL DEFAULT 0,
    lock_version int NOT NULL DEFAULT 0);
CREATE TABLE entries (id bigserial PRIMARY KEY, account_id bigint NOT NULL REFERENCES accounts, n int NOT NULL);
"""


def check_rails(server, folder):
    ruby = shutil.which("ruby")
    if not ruby or subprocess.run([ruby, "-e", "require 'active_record'; require 'pg'"], capture_output=True, check=False).returncode:
        absent.append("ruby-activerecord, ruby-pg")
        return
    schema = pathlib.Path(folder, "rails.sql")
    schema.write_text(RAILS_TABLES, encoding="utf-8")
    check(server, folder, "rails", [ruby, str(HERE / "active_record.rb"), str(schema)],
          ["-- assume: lock_version = lock_version_2 + 1 (12 of 12)", "-- assume: lock_version_2 = row_1_lock_version (12 of 12)",
           "-- assume: entries_id_list = rows_3_id (12 of 12)", "-- assume: account_id_list = account_id in every row (12 of 12)", "ROLLBACK TO SAVEPOINT s1",
           "-- assume: way_1 = (:rows_of_1 = 0) (5 of 5, and in none of the 7 others)"], options=["--schema", str(schema)])


def main():
    if not postgresql.folder():
        return postgresql.SKIPPED
    with postgresql.Server() as server, tempfile.TemporaryDirectory() as folder:
        check(server, folder, "copy", ["/usr/bin/python3", "-c", COPIED], ["COPY entry (acc_id, n) FROM STDIN", "SELECT lowrite($1, $2);"])
        if os.path.isdir("/usr/lib/python3/dist-packages/django"):
            check(server, folder, "django", ["/usr/bin/python3", "-c", DJANGO], ["-- seen: 6 times", 'UPDATE "acc" SET "bal" = $'])
        else:
            absent.append("python3-django")
        if node_pg.find():
            check(server, folder, "node", ["node", "-e", NODE], ["-- seen: 6 times", "UPDATE acc SET bal = $1 WHERE id = $2"])
        else:
            absent.append("node-pg")
        check_rails(server, folder)
        if os.path.exists(JDBC) and shutil.which("javac"):
            pathlib.Path(folder, "Bank.java").write_text(JAVA, encoding="utf-8")
            seen = check(server, folder, "jdbc", ["java", "-XX:TieredStopAtLevel=1", "-cp", JDBC, folder + "/Bank.java"],
                         ["-- seen: 6 times", "UPDATE acc SET bal = $1 WHERE id = $2"])
            if seen[0][1].split() != ["1"] * 6 + ["22012", "3"]:
                failures.append(f"jdbc: {seen}")
            check_spring(server, folder)
        else:
            absent.append("libpostgresql-jdbc-java")
    if absent:
        print("not installed, and so left out:", ", ".join(absent))
    print("\n".join(failures) or "applications see the same through the recorder")
    return 1 if failures else 0


sys.exit(main())
