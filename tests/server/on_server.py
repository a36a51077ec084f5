"""isoproof serve --policy interleaved beside a PostgreSQL server: random sessions at the three levels, statement by statement in
the same order. Results, errors, waits and their ends must be the same.

  on_server.py [SCHEDULES] [SEED]

A statement waits if the server says so (wait_event_type), or if isoproof has not answered after a while. Each waits until all is
quiet before the next one is sent. A schedule that differs is run again, slower, before it counts: a busy machine answers late."""

import os
import pathlib
import random
import select
import sys
import time

import psycopg2
import serving
from serving import expect

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import postgresql  # noqa: E402

LEVELS = ["READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE"]
SCHEMA = """
CREATE TABLE parent (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE account (id integer PRIMARY KEY, owner integer NOT NULL REFERENCES parent, amount integer NOT NULL CHECK (amount >= 0),
                      code integer UNIQUE);
INSERT INTO parent VALUES (1, 1), (2, 2);
INSERT INTO account VALUES (1, 1, 10, 1), (2, 1, 10, 2), (3, 2, 10, NULL);
"""
QUIET = 0.06  # seconds; deadlocks are looked for after a third of that
MOST_STATEMENTS = 4
# An index is entered before the next one is looked for duplicates (1162).
# An UPDATE of a row of the transaction's own checks what it refers to, whatever columns it sets (5001456).
# The check for referring rows sees everything committed, whatever the level (5000246), and locks them so (5001739).
# The check of a referring row ends with the first that stands; CHECK is about the snapshot's row before that one is waited for.
SEEN = [142, 1085, 1112, 1162, 5000246, 5001456, 5001739]


def statement(draw):
    row, parent, number = draw.randint(1, 4), draw.randint(1, 3), draw.randint(0, 12)
    return draw.choice([
        f"SELECT amount FROM account WHERE id = {row}",
        "SELECT id, amount FROM account ORDER BY id",
        f"SELECT count(*), sum(amount) FROM account WHERE owner = {parent}",
        f"SELECT amount FROM account WHERE id = {row} FOR UPDATE",
        f"SELECT id FROM account WHERE amount > {number} ORDER BY id FOR SHARE",
        f"SELECT n FROM parent WHERE id = {parent} FOR NO KEY UPDATE",
        f"UPDATE account SET amount = amount - {number} WHERE id = {row}",
        f"UPDATE account SET amount = {number} WHERE owner = {parent}",
        f"UPDATE account SET code = {number % 4} WHERE id = {row}",
        f"UPDATE parent SET n = n + 1 WHERE id = {parent}",
        f"UPDATE account SET owner = {parent} WHERE id = {row}",
        f"INSERT INTO account VALUES ({row}, {parent}, {number}, NULL)",
        f"INSERT INTO account VALUES ({row}, {parent}, {number}, NULL) ON CONFLICT (id) DO UPDATE SET amount = account.amount + 1",
        f"INSERT INTO parent VALUES ({parent}, 0)",
        f"DELETE FROM account WHERE id = {row} RETURNING amount",
        f"DELETE FROM parent WHERE id = {parent}",
        f"SELECT pg_advisory_xact_lock({parent})",
        "SAVEPOINT s",
        "ROLLBACK TO SAVEPOINT s",
    ])


def sessions_of(seed, level):
    draw = random.Random(seed)
    begins = [draw.choice(LEVELS) if level == "mixed" else level for _ in range(3)]
    sessions = [[f"BEGIN ISOLATION LEVEL {begin}"] + [statement(draw) for _ in range(draw.randint(1, MOST_STATEMENTS))] +
                [draw.choice(["COMMIT", "COMMIT", "COMMIT", "ROLLBACK"])] for begin in begins]
    order = [number for number, session in enumerate(sessions) for _ in session]
    draw.shuffle(order)
    return sessions, order


class Side:
    """One of the two servers, with a connection for each session."""

    def __init__(self, target, setup):
        self.connections = []
        self.control = psycopg2.connect(**target) if setup else None
        for _ in range(3):
            connection = psycopg2.connect(async_=1, **target)
            self.finish(connection)
            cursor = connection.cursor()
            cursor.execute("SET deadlock_timeout = '20ms'")
            self.finish(connection)
            self.connections.append((connection, cursor))
        self.waiting = {}
        self.said = []

    @staticmethod
    def finish(connection, until=None):
        """True: it has answered."""
        while True:
            state = connection.poll()
            if state == psycopg2.extensions.POLL_OK:
                return True
            left = 30 if until is None else until - time.monotonic()
            if left <= 0:
                return False
            sets = ([connection], [], []) if state == psycopg2.extensions.POLL_READ else ([], [connection], [])
            select.select(*sets, left)

    def answer(self, number, until):
        connection, cursor = self.connections[number]
        try:
            if not self.finish(connection, until):
                return None
            rows = cursor.fetchall() if cursor.description else cursor.statusmessage
            return str(rows)
        except psycopg2.Error as error:
            return error.pgcode or repr(error)

    def look(self, number, until, word):
        said = self.answer(number, until)
        if said is None:
            return False
        self.said.append(f"{number}{word} {self.waiting.pop(number)} → {said}")
        return True

    def step(self, number, text, quiet):
        if number in self.waiting:
            self.said.append(f"{number} waits still")
            return
        self.waiting[number] = text
        others = len(self.waiting) > 1
        self.connections[number][1].execute(text)
        if self.look(number, time.monotonic() + quiet, "") and not others:
            return
        if number in self.waiting:
            self.said.append(f"{number} waits: {text}")
        self.settle(quiet)

    def settle(self, quiet):
        began = time.monotonic()
        released = []
        while self.waiting and time.monotonic() - began < quiet:
            for other in sorted(self.waiting):
                said = self.answer(other, time.monotonic() + 0.005)
                if said is not None:
                    released.append(f"{other} goes on: {self.waiting.pop(other)} → {said}")
                    began = time.monotonic()
        self.said += sorted(released)  # which of them the client hears first is chance

    def close(self):
        for connection, _ in self.connections:
            connection.close()
        if self.control:
            self.control.close()


def run(target, setup, seed, level, quiet):
    sessions, order = sessions_of(seed, level)
    side = Side(target, setup)
    at = [0] * 3
    try:
        for number in order:
            if at[number] < len(sessions[number]) or number in side.waiting:
                waits = number in side.waiting
                side.step(number, sessions[number][at[number]] if not waits else "", quiet)
                at[number] += not waits
        for _ in range(30):  # those that waited in their turn
            left = [n for n in range(3) if at[n] < len(sessions[n]) and n not in side.waiting]
            if not left:
                if not side.waiting:
                    break
                side.settle(quiet * 2)
                continue
            side.step(left[0], sessions[left[0]][at[left[0]]], quiet)
            at[left[0]] += 1
        side.said.append("left waiting" if side.waiting else "through")
    finally:
        side.close()
    return side.said


def tables(target):
    with psycopg2.connect(**target) as connection, connection.cursor() as cursor:
        cursor.execute("SELECT id, n FROM parent ORDER BY id")
        rows = cursor.fetchall()
        cursor.execute("SELECT id, owner, amount, code FROM account ORDER BY id")
        return str(rows + cursor.fetchall())


def on_server(server, seed, level, quiet):
    server.psql("DROP TABLE IF EXISTS account, parent CASCADE;" + SCHEMA)
    target = {"host": server.work, "user": server.USER, "dbname": "postgres"}
    return run(target, True, seed, level, quiet) + [tables(target)]


def on_isoproof(schema, seed, level, quiet):
    with serving.Server("postgresql/read-committed", "--policy", "interleaved", schema=schema) as served:
        target = {"host": served.folder, "user": "u", "dbname": "d"}
        return run(target, False, seed, level, quiet) + [tables(target)]


def main():
    serving.need_driver()
    if not postgresql.folder():
        print("no PostgreSQL server: skipped")
        sys.exit(serving.SKIPPED)
    schedules = int(sys.argv[1]) if len(sys.argv) > 1 else 16
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    refused = waits = 0
    with postgresql.Server() as server:
        schema = server.work + "/schema.sql"
        with open(schema, "w", encoding="utf-8") as file:
            file.write(SCHEMA)
        for seed in [*range(first, first + schedules), *(SEEN if len(sys.argv) <= 1 else [])]:
            level = (LEVELS + ["mixed"])[seed % 4]
            for quiet in (QUIET, 4 * QUIET, 10 * QUIET):
                theirs, ours = on_server(server, seed, level, quiet), on_isoproof(schema, seed, level, quiet)
                if theirs == ours:
                    break
            refused += sum(" → 40" in line for line in theirs)
            waits += sum(" waits: " in line for line in theirs)
            difference = next((i for i, (a, b) in enumerate(zip(theirs, ours)) if a != b), min(len(theirs), len(ours)))
            expect(theirs == ours, f"seed {seed}, {level}:\n  " + "\n  ".join(theirs[:difference]) +
                   f"\n  server:   {theirs[difference:]}\n  isoproof: {ours[difference:]}")
    print(f"{schedules} schedules, {waits} waits, {refused} transactions refused")
    if schedules >= 16:
        expect(waits > 0 and refused > 0, "nothing waits, or nothing is refused")
    serving.finish()


os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
main()
