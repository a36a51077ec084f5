#!/usr/bin/env python3
"""Writes a recording of optimistic locking as libraries do it: the version that was read is compared, and one more is set.
In a loop, too, and where one of two ways sets another version."""

import json

number = 0


def say(text, tag, columns=None, row=None, status="T"):
    line = {"event": "statement", "session": 1, "transaction": number, "text": text, "tags": [tag], "status": status}
    if columns:
        line.update(columns=columns, rows=[row], row_count=1)
    print(json.dumps(line))


def begin():
    global number
    number += 1
    say("BEGIN", "BEGIN")


def read(table, row, version):
    say(f"SELECT id, version FROM {table} WHERE id = {row}", "SELECT 1", ["id", "version"], [str(row), str(version)])


def write(table, row, version, name, tag="UPDATE 1", by=1):
    say(f"UPDATE {table} SET name = '{name}', version = {version + by} WHERE id = {row} AND version = {version}", tag)


def end(word="COMMIT"):
    say(word, word, status="I")


print(json.dumps({"format": "isoproof-trace", "format_version": 1}))
for i in range(12):
    begin()
    read("page", i % 5, i % 4)
    write("page", i % 5, i % 4, f"n{i}", "UPDATE 0" if i % 5 == 4 else "UPDATE 1")
    end("ROLLBACK" if i % 5 == 4 else "COMMIT")

    # Each row of a loop; once, the loop runs once.
    begin()
    for k in range(1 + i % 3):
        read("line", i % 5 + k, i % 4 + k)
        write("line", i % 5 + k, i % 4 + k, f"n{i}")
    end()

    # One way adds 1, another one 2; and a number that is not always so much more.
    begin()
    read("draft", i % 5, i % 4)
    write("draft", i % 5, i % 4, f"n{i}", by=1 + i % 2)
    end()
    begin()
    read("way", i % 5, i % 4)
    say(f"SELECT state FROM way WHERE id = {i}", "SELECT 1", ["state"], ["open" if i % 2 else "shut"])
    write("way", i % 5, i % 4, f"n{i}", by=2)
    if i % 2:
        say(f"UPDATE way SET state = 'shut' WHERE id = {i}", "UPDATE 1")
    end()
