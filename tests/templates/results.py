#!/usr/bin/env python3
"""Writes a recording of an application that goes by what its statements have found: it pays the customer of an order, and
rolls back where the row has changed in between."""

import json

number = 0


def say(text, tag, columns=None, row=None):
    line = {"event": "statement", "session": 1, "transaction": number, "text": text, "tags": [tag]}
    if row:
        line.update(columns=columns, rows=[row], row_count=1)
    print(json.dumps(line))


print(json.dumps({"format": "isoproof-trace", "format_version": 1}))
for i in range(12):
    number += 1
    lost = i % 4 == 3
    say("BEGIN", "BEGIN")
    say(f"SELECT id, customer_id, status FROM orders WHERE id = {i}", "SELECT 1", ["id", "customer_id", "status"],
        [str(i), str(100 + i * 3), "new"])
    say(f"SELECT id, balance, email FROM customer WHERE id = {100 + i * 3}", "SELECT 1", ["id", "balance", "email"],
        [str(100 + i * 3), str(i * i), "x"])
    say(f"UPDATE customer SET balance = {i * 17} WHERE id = {100 + i * 3} AND balance = {i * i}", f"UPDATE {int(not lost)}")
    if lost:
        say("ROLLBACK", "ROLLBACK")
        continue
    say(f"INSERT INTO orders (customer_id, status) VALUES ({100 + i * 3}, 'paid') RETURNING id", "INSERT 0 1", ["id"],
        [str(1000 + i)])
    say(f"UPDATE orders SET status = 'paid' WHERE id = {1000 + i}", "UPDATE 1")
    say("COMMIT", "COMMIT")
