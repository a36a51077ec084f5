"""isoproof record --redact: no value of the application is in the recording, and what depends on equal values comes out as without it:
the templates, and what check says of the history. Authentication data is in no recording."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
sys.dont_write_bytecode = True
import postgresql  # noqa: E402

ISOPROOF = os.environ["ISOPROOF"]
PYTHON = "/usr/bin/python3"  # Debian's, with its drivers
failures = []

SCHEMA = """CREATE TABLE person (id serial PRIMARY KEY, name text NOT NULL, kind varchar(20) DEFAULT 'kind47110815', bal numeric(10,2) NOT NULL);
CREATE TABLE gift (id serial PRIMARY KEY, person int NOT NULL REFERENCES person, amount numeric(10,2) NOT NULL);
"""

# Every value that may not be seen has 47110815 in it.
APPLICATION = """
import asyncio, asyncpg, psycopg2
SECRET = 47110815
c = psycopg2.connect("")
cursor = c.cursor()
for i in range(8):
    cursor.execute("INSERT INTO person (name, bal) VALUES (%s, %s) RETURNING id", (f"name{SECRET}{i}", f"{SECRET}.5"))
    (person,) = cursor.fetchone()
    cursor.execute("SELECT name, bal FROM person WHERE id = %s AND name = %s ORDER BY 1 LIMIT 21", (person, f"name{SECRET}{i}"))
    name, bal = cursor.fetchone()
    cursor.execute("SET LOCAL app.actor = 'actor47110815'")
    cursor.execute("UPDATE person SET bal = %s, name = %s WHERE id = %s", (bal - 1, name, person))
    cursor.execute("INSERT INTO gift (person, amount) SELECT id, 47110815 FROM person WHERE id IN (%s, %s)", (person, 1))
    c.commit()
try:
    cursor.execute("SELECT 'x47110815'::int -- 47110815")
except psycopg2.Error:
    c.rollback()

async def more():
    c = await asyncpg.connect()
    for i in range(6):
        async with c.transaction():
            row = await c.fetchrow("SELECT id, name, bal FROM person WHERE id = ANY($1) AND name <> $2", [i + 1], f"{SECRET}")
            await c.execute("UPDATE person SET bal = $1, kind = $3 WHERE id = $2", row["bal"] - 2, row["id"], f"kind{SECRET}")
    await c.close()
asyncio.run(more())
"""

ROLES = """
CREATE ROLE visitor LOGIN PASSWORD 'secret47110815';
SELECT rolname, rolpassword FROM pg_authid WHERE rolname = 'visitor';
ALTER ROLE visitor PASSWORD secret47110815;
"""


def expect(condition, what):
    if not condition:
        failures.append(what)


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)


def record(server, trace, options, *command):
    done = run(ISOPROOF, "record", "--upstream", f"host={server.work} user={server.USER} dbname=postgres", "--output", trace,
               *options, "--", *command)
    with open(trace, encoding="utf-8") as file:
        return done, file.read()


def psql(server, text):
    subprocess.run([postgresql.folder() + "/psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", server.work, "-U", server.USER,
                    "postgres", "-c", text], check=True, capture_output=True)


def without_places(script):
    return [line for line in script.splitlines() if not line.startswith("-- example: ")]


def check_templates(server, folder):
    made = []
    schema = folder + "/schema.sql"
    pathlib.Path(schema).write_text(SCHEMA, encoding="utf-8")
    for options in [], ["--redact"]:
        trace = folder + "/app.jsonl"
        psql(server, "DROP TABLE IF EXISTS gift, person; " + SCHEMA)
        done, text = record(server, trace, options, PYTHON, "-c", APPLICATION)
        expect(done.returncode == 0, f"{options}: the application: {done.stderr}")
        expect(("47110815" in text) == (not options), f"{options}: values of the application are {'missing' if options == [] else 'there'}")
        expect("LIMIT 21" in text and "ORDER BY 1" in text, f"{options}: what is no value is replaced")
        script = run(ISOPROOF, "templates", "--schema", schema, *([] if options else ["--redact"]), trace)
        expect(script.returncode == 0 and "47110815" not in script.stdout + script.stderr and "'x" not in script.stdout,
               f"{options}: the script has values:\n{script.stdout}{script.stderr}")
        made.append(script.stdout)
    expect(without_places(made[0]) == without_places(made[1]), f"templates of the recording:\n{made[0]}\nredacted:\n{made[1]}")
    expect("\\gset row_" in made[1], f"fetchrow tells no row:\n{made[1]}")
    expect("\\gset" in made[1] and made[1].count("-- assume: ") > 4, f"nothing is equal any more:\n{made[1]}")


def check_history(server, folder):
    for level in "READ COMMITTED", "REPEATABLE READ":
        made = []
        for options in [], ["--redact"]:
            psql(server, "DROP TABLE IF EXISTS pot; CREATE TABLE pot (id int PRIMARY KEY, bal numeric(10,2)); INSERT INTO pot VALUES (1, 100)")
            trace = folder + "/crossing.jsonl"
            done, text = record(server, trace, options, PYTHON, str(HERE / "crossing.py"), level)
            expect(done.returncode == 0, f"crossing, {options}: {done.stderr}")
            expect(bool(re.search(r"(?<![0-9])100[.]00", text)) == (not options), f"crossing, {options}: the amounts:\n{text}")
            checked = run(ISOPROOF, "check", "--level", "snapshot-isolation", trace)
            made.append((checked.returncode, checked.stdout.splitlines()[:1]))
        expect(made[0] == made[1] and made[0][0] == (level == "READ COMMITTED"), f"check at {level}: {made}")


def check_roles(server, folder):
    done, text = record(server, folder + "/roles.jsonl", [], postgresql.folder() + "/psql", "-X", "-a", "-c", "SELECT 1", "-c",
                        ROLES.split(";")[0], "-c", ROLES.split(";")[1], "-c", ROLES.split(";")[2])
    expect("CREATE ROLE" in done.stdout and "SCRAM-SHA-256$" in done.stdout, f"roles: {done.stdout}{done.stderr}")
    expect("PASSWORD '***'" in text and "SCRAM" not in text and "'secret" not in text, f"a password is recorded:\n{text}")


def main():
    if not postgresql.folder():
        return postgresql.SKIPPED
    with postgresql.Server() as server, tempfile.TemporaryDirectory() as folder:
        check_templates(server, folder)
        check_history(server, folder)
        check_roles(server, folder)
    print("\n".join(failures) or "the recordings have no values, and templates and check say the same")
    return 1 if failures else 0


sys.exit(main())
