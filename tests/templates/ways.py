#!/usr/bin/env python3
"""Writes a recording of an application that goes by what its statements have found."""

import json

number = 0


def say(text, tag, columns=None, row=None):
    line = {"event": "statement", "session": 1, "transaction": number, "text": text, "tags": [tag]}
    if columns:
        line.update(columns=columns, rows=[row] if row else [], row_count=1 if row else 0)
    print(json.dumps(line))


def begin(route):
    global number
    number += 1
    say(f"BEGIN /*route='{route}'*/", "BEGIN")


def end(word="COMMIT"):
    say(word, word)


print(json.dumps({"format": "isoproof-trace", "format_version": 1}))
for i in range(24):
    # One of three values of a column; what was cancelled is not paid.
    status = ["new", "paid", "cancelled"][i % 3]
    begin("pay")
    say(f"SELECT id, status FROM orders WHERE id = {i}", "SELECT 1", ["id", "status"], [str(i), status])
    if status == "new":
        say(f"UPDATE orders SET status = 'paid' WHERE id = {i}", "UPDATE 1")
    elif status == "paid":
        say(f"INSERT INTO complaint (id, about) VALUES ({i + 100}, {i})", "INSERT 0 1")
    end("ROLLBACK" if status == "cancelled" else "COMMIT")

    # No row was changed: it is made.
    there = i % 2
    begin("visit")
    say(f"UPDATE visitor SET visits = visits + 1 WHERE id = {i % 7}", f"UPDATE {there}")
    if not there:
        say(f"INSERT INTO visitor (id, visits) VALUES ({i % 7}, 1)", "INSERT 0 1")
    end()

    # A number, beside a number that was sent.
    amount, balance = 10 + i, 20 + 3 * (i % 4)
    begin("spend")
    say(f"INSERT INTO request (id, amount) VALUES ({i}, {amount})", "INSERT 0 1")
    say(f"SELECT balance FROM account WHERE id = {i % 5}", "SELECT 1", ["balance"], [str(balance)])
    if balance >= amount:
        say(f"UPDATE account SET balance = {balance - amount} WHERE id = {i % 5}", "UPDATE 1")
    end()

    # Something that is not in the database.
    begin("guess")
    say(f"SELECT balance FROM account WHERE id = {i % 5}", "SELECT 1", ["balance"], [str(i * 31 % 11)])
    if i % 2:
        say(f"UPDATE visitor SET visits = 0 WHERE id = {i}", "UPDATE 1")
    else:
        say(f"DELETE FROM visitor WHERE id = {i}", "DELETE 1")
    end()
