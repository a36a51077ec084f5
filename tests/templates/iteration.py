#!/usr/bin/env python3
"""Writes a recording of an application that changes each row only if it is as it has read it, and of an application that
trusts a row that it has read once."""

import json

number = 0


def say(text, tag, columns=None, row=None):
    line = {"event": "statement", "session": 1, "transaction": number, "text": text, "tags": [tag]}
    if columns:
        line.update(columns=columns, rows=[row], row_count=1)
    print(json.dumps(line))


def read(item, stock, size):
    say(f"SELECT id, stock, size FROM item WHERE id = {item}", "SELECT 1", ["id", "stock", "size"],
        [str(item), str(stock), str(size)])


def change(item, stock, column, value, tag="UPDATE 1"):
    say(f"UPDATE item SET stock = {stock * 7 % 40} WHERE id = {item} AND stock = {stock} AND {column} = {value}", tag)


print(json.dumps({"format": "isoproof-trace", "format_version": 1}))
for i in range(12):
    number += 1
    say("BEGIN", "BEGIN")
    for k in range(1 + i % 3):
        read(i % 5 + k, i + 9 * k, i + k)
        change(i % 5 + k, i + 9 * k, "size", i)  # the size of the first one
    say("COMMIT", "COMMIT")

    # Another one was faster: the library asks what the row has become.
    if i % 4 == 0:
        number += 1
        say("BEGIN", "BEGIN")
        read(i % 5, i, i)
        change(i % 5, i, "size", i, "UPDATE 0")
        read(i % 5, i + 1, i)
        say("ROLLBACK", "ROLLBACK")

    # The owner is read once, before the loop.
    number += 1
    say("BEGIN", "BEGIN")
    say(f"SELECT t1.owner FROM shop AS t1 WHERE t1.id = {i}", "SELECT 1", ["owner"], [str(i % 4)])
    for k in range(1 + i % 3):
        change(i % 5 + k, i + 9 * k, "owner", i % 4)
    say("COMMIT", "COMMIT")

    # A transaction that did not change a row went on, and was rolled back for another reason.
    number += 1
    say("BEGIN", "BEGIN")
    change(i % 5, i, "owner", i % 4, "UPDATE 0")
    say(f"UPDATE shop SET owner = 1 WHERE id = {i}", "UPDATE 1")
    say("ROLLBACK", "ROLLBACK")
