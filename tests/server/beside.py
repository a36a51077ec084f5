"""isoproof serve beside a PostgreSQL server, statement by statement: rows, names and types of columns, command tags,
notices, notifications and SQLSTATEs (of 0A000 the message, too) must be the same. A line of a file is a statement, or "name: statement" for another
session, or "refused: statement", which is 0A000 here, or "origins: statement", where the tables of the columns must be the same, too; a block after an empty line begins with an empty database.

  beside.py [FILE…]
"""

import pathlib
import re
import sys
import tempfile

import psycopg2
import psycopg2.extensions
import serving
from serving import expect

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import postgresql  # noqa: E402


USER = "clerk"  # no name that either server has for itself


# Values are compared as the text that is sent: an object of Python hides the order of keys, a zero at the end, and has no year 0.
AS_SENT = psycopg2.extensions.new_type(tuple(psycopg2.extensions.string_types), "AS_SENT", lambda value, cursor: value)


def connect(sessions, name, **where):
    if name not in sessions:
        sessions[name] = psycopg2.connect(user=USER, **where)
        sessions[name].autocommit = True
        psycopg2.extensions.register_type(AS_SENT, sessions[name])
    return sessions[name]


def type_of(number):
    """The numbers of types that the block creates are each server's own."""
    return number if number < 16384 else "created"


def origin(column):
    """Whether it is of a table, whose number is each server's own, and its number in it."""
    return (column.table_oid is not None, column.table_column)


def answer(connection, text, origins=False):
    connection.notices.clear()
    connection.notifies.clear()
    try:
        cursor = connection.cursor()
        cursor.execute(text)
    except psycopg2.Error as error:
        return ("error", error.pgcode) + (error.diag.message_primary,) * (error.pgcode == "0A000")
    columns = cursor.description and [(c.name, type_of(c.type_code), c.internal_size, c.precision, c.scale) for c in cursor.description]
    columns = columns and origins and [*columns, *map(origin, cursor.description)] or columns
    rows = cursor.fetchall() if columns else None
    if rows and "order by" not in text:
        rows.sort(key=str)
    notified = [(n.channel, n.payload) for n in connection.notifies]
    return (cursor.statusmessage, columns, rows, [n.split("\nCONTEXT:")[0].strip() for n in connection.notices], notified)


def run(block, folder, port):
    """What each statement of the block gives."""
    sessions, answers = {}, []
    for line in block:
        line = line.removeprefix("refused: ")
        named = re.match(r"(s\d): (.*)", line)
        name, text = named.groups() if named else ("s1", line)
        origins = text.startswith("origins: ")
        text = text.removeprefix("origins: ")
        answers.append(answer(connect(sessions, name, host=folder, port=port, dbname="beside"), text, origins))
    for connection in sessions.values():
        connection.close()
    return answers


def compare(block, server, level):
    server.psql("DROP DATABASE IF EXISTS beside;\n")
    server.psql("CREATE DATABASE beside;\n")
    theirs = run(block, server.work, 5432)
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as empty:
        empty.write("-- nothing is there\n")
        empty.flush()
        with serving.Server(level, schema=empty.name) as served:
            ours = run(block, served.folder, 5432)
    for line, expected, got in zip(block, theirs, ours):
        if line.startswith("refused: "):
            expected, got = ("error", "0A000"), got[:2]
        expect(expected == got, f"{level}: {line}\n  a server: {expected}\n  here:     {got}")


def main():
    if not postgresql.folder():
        sys.exit(serving.SKIPPED)
    files = sys.argv[1:] or sorted(str(f) for f in (serving.HERE / "beside").glob("*.txt"))
    with postgresql.Server() as server:
        server.psql(f"CREATE ROLE {USER} SUPERUSER LOGIN;\n")
        for file in files:
            for block in pathlib.Path(file).read_text(encoding="utf-8").split("\n\n"):
                lines = [line for line in block.split("\n") if line]
                compare(lines, server, "postgresql/read-committed")
                print(f"{file}: {len(lines)} statements compared")
    serving.finish()


main()
