"""What random clients see through a store at some level, isoproof check finds consistent with that level."""

import json
import os
import subprocess
import tempfile

import serving
from serving import HERE, ISOPROOF, PYTHON, expect

LEVELS = ["read-committed", "read-atomic", "causal", "prefix", "si", "ser", "postgresql/read-committed",
          "postgresql/repeatable-read", "postgresql/serializable"]
THEORY = {"postgresql/read-committed": "read-committed", "postgresql/repeatable-read": "si",
          "postgresql/serializable": "ser"}


def check(level, path):
    done = subprocess.run([ISOPROOF, "check", "--level", level, "--input", "jsonl", path], capture_output=True, text=True,
                          timeout=60, check=False)
    return done.returncode, done.stdout + done.stderr


def interleaved(folder):
    """Statement by statement; the first errors of the sessions show that they do run at the same time."""
    for level, isolation in (("read-committed", "READ COMMITTED"), ("repeatable-read", "REPEATABLE READ"), ("serializable", "SERIALIZABLE")):
        path = f"{folder}/{level}.jsonl"
        with serving.Server(f"postgresql/{level}", "--policy", "interleaved", "--record", path) as server:
            done = server.run(PYTHON, str(HERE / "client_at_once.py"), "1", "25", isolation)
            status, said = server.stop()
        expect(done.returncode == 0, f"{level}, interleaved: the client fails: {done.stderr[-600:]}")
        expect(status == 0 and "statements waited for a lock" in said, f"{level}, interleaved: the server fails: {said}")
        code, answer = check(THEORY[f"postgresql/{level}"], path)
        expect(code == 0, f"{level}, interleaved: its history is refused: {answer}")
        with open(path, encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        events = [event for line in lines for event in line.get("events", [])]
        expect(sum("events" in line for line in lines) >= 40 and any("write" in event for event in events) and
               any(event.get("from", "initial") != "initial" for event in events), f"{level}, interleaved: transactions are missing")
        expect(check("ser", path)[0] == 1 or isolation != "READ COMMITTED", "interleaved: nothing weak is recorded at read committed")


def absent(folder):
    """Scans that come before the rows that they miss, and statements that call others: what is recorded can be read, and is
    consistent with the level."""
    for seed in range(1, 4):
        for level in LEVELS:
            path = f"{folder}/absent.jsonl"
            with serving.Server(level, "--record", path, "--seed", str(seed), schema=HERE / "absent.sql") as server:
                done = server.run(PYTHON, str(HERE / "client_of_absent.py"), str(seed), "30")
                status, said = server.stop()
            expect(done.returncode == 0 and status == 0, f"absent, {level}, {seed}: {done.stderr[-600:]}{said}")
            code, answer = check(level, path)
            expect(code == 0, f"absent, {level}, {seed}: its history is refused: {answer[:600]}")


UNSEEN = """
import psycopg2
first, second = psycopg2.connect(""), psycopg2.connect("")
first.cursor().execute("INSERT INTO seat VALUES (1, 1)")
first.commit()
cursor = second.cursor()
cursor.execute("SELECT count(*) FROM seat")
seen = cursor.fetchone()[0]
try:
    cursor.execute("INSERT INTO seat VALUES (1, 1) ON CONFLICT DO NOTHING")
    print(seen, cursor.statusmessage)
except psycopg2.Error as error:
    print(seen, error.pgcode)
"""


def unseen():
    """ON CONFLICT DO NOTHING about a row that the only snapshot does not hold."""
    answers = set()
    for seed in range(1, 9):
        with serving.Server("postgresql/repeatable-read", "--seed", str(seed), schema=HERE / "absent.sql") as server:
            answers.add(server.run(PYTHON, "-c", UNSEEN).stdout.strip())
    expect(answers == {"0 40001", "1 INSERT 0 0"}, f"ON CONFLICT DO NOTHING about an unseen row: {answers}")


def main():
    serving.need_driver()
    with tempfile.TemporaryDirectory() as folder:
        refused = {}
        for number, level in enumerate(LEVELS):
            path = f"{folder}/{number}.jsonl"
            with serving.Server(level, "--record", path, "--seed", str(number)) as server:
                done = server.run(PYTHON, str(HERE / "client.py"), str(number), "150")
                status, said = server.stop()
            expect(done.returncode == 0, f"{level}: the client fails: {done.stderr[-600:]}")
            expect(status == 0, f"{level}: the server fails: {said}")
            code, answer = check(THEORY.get(level, level), path)
            expect(code == 0, f"{level}: its history is refused: {answer}")
            refused[level] = check("ser", path)[0] == 1
            with open(path, encoding="utf-8") as file:
                lines = [json.loads(line) for line in file]
            expect(sum("events" in line for line in lines) >= 50, f"{level}: transactions are missing")
        interleaved(folder)
        absent(folder)
        unseen()
        path = f"{folder}/asked.jsonl"
        with serving.Server("postgresql/serializable", "--record", path, "--seed", "1") as server:
            done = server.run(PYTHON, str(HERE / "client.py"), "1", "150", "READ COMMITTED")
            expect(done.returncode == 0, f"asked for: {done.stderr[-600:]}")
            done = server.run("psql", "-X", "-A", "-t", "-c", "SHOW transaction_isolation", "-c",
                              "BEGIN ISOLATION LEVEL REPEATABLE READ; SHOW transaction_isolation; COMMIT", "-c",
                              "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED", "-c",
                              "SHOW transaction_isolation", "-c", "BEGIN; SELECT 1; SET TRANSACTION ISOLATION LEVEL SERIALIZABLE")
            expect(done.stdout.split("\n")[:6] == ["serializable", "BEGIN", "repeatable read", "COMMIT", "SET", "read committed"],
                   f"SHOW: {done.stdout}{done.stderr}")
            expect("must be called before any query" in done.stderr, f"SET TRANSACTION late: {done.stderr}")
        expect(check("read-committed", path)[0] == 0 and check("ser", path)[0] == 1,
               "clients that ask for READ COMMITTED have another level")
        expect(not refused["ser"] and not refused["postgresql/serializable"], "serializability is violated")
        for level in ("read-committed", "causal", "postgresql/read-committed"):
            expect(refused[level], f"{level}: 150 random transactions are serializable: nothing weak is chosen")
    serving.finish()


os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
main()
