"""isoproof serve for the measurements, and transactions that are run again where the database asks for that."""

import os
import shutil
import signal
import subprocess
import tempfile

import psycopg2

RETRY = ("40001", "40P01")
MOST_RETRIES = 50


class Failure(Exception):
    """The server said something that no client should have to hear."""


class Server:
    """`with Server(isoproof, level, schema files, seed) as server: …`"""

    def __init__(self, isoproof, level, files, seed, rows=""):
        self.folder = tempfile.mkdtemp(prefix="isoproof-rehearse.")
        if rows:
            files = [*files, os.path.join(self.folder, "rows.sql")]
            with open(files[-1], "w", encoding="utf-8") as file:
                file.write(rows)
        command = [isoproof, "serve", "--level", level, "--listen", self.folder, "--seed", str(seed)]
        for file in files:
            command += ["--schema", file]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        said = self.process.stderr.readline()
        if not said.startswith("listening"):
            raise Failure(said + self.process.communicate()[1])

    def connect(self):
        connection = psycopg2.connect(host=self.folder, port=5432, user="tester", dbname="test")
        connection.autocommit = True
        return connection

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=20)
        shutil.rmtree(self.folder, ignore_errors=True)


def transaction(connection, body):
    """What body(cursor) gives, in one transaction; None: it failed, and not because it should be run again."""
    for _ in range(MOST_RETRIES):
        cursor = connection.cursor()
        try:
            cursor.execute("BEGIN")
            result = body(cursor)
            cursor.execute("COMMIT")
            return result
        except psycopg2.Error as error:
            cursor.execute("ROLLBACK")
            if (error.pgcode or "0A000")[:2] in ("0A", "42", "XX", "08"):
                raise Failure(str(error)) from error
            if error.pgcode not in RETRY:
                return None
    return None


def latest(server, reads="latest"):
    connection = server.connect()
    connection.cursor().execute("SET isoproof.reads = %s", (reads,))
    return connection


def last_of_each(server):
    """As the paper's assertions read (section 6): of what each session has written last, any that the level allows."""
    return latest(server, "latest-of-each")
