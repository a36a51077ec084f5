#!/usr/bin/env python3
"""Writes a recording of transactions whose queries have two columns of one name, of which \\gset keeps the last."""

import json

number = 0


def say(text, columns=(), row=()):
    line = {"event": "statement", "session": 1, "transaction": number, "text": text, "tags": [f"{text.split()[0]} 1"]}
    if columns:
        line.update(columns=columns, rows=[list(map(str, row))], row_count=1)
    print(json.dumps(line))


def run(action, query, columns, row, *more, second=None):
    global number  # pylint: disable=global-statement
    number += 1
    say(f"BEGIN /*controller:same,action:{action}*/")
    say(query, columns, row)
    if second:
        say(*second)
    for text in more:
        say(text)
    say("COMMIT")


print(json.dumps({"format": "isoproof-trace", "format_version": 1}))
for n in range(12):
    both = f"SELECT o.id, o.status, c.id FROM orders o, customer c WHERE o.customer_id = c.id AND email = 'e{n}'"
    run("key", both, ["id", "status", "id"], [n + 100, "new", n + 7],
        f"UPDATE orders SET status = 'paid' WHERE id = {n + 100}", f"UPDATE customer SET balance = 0 WHERE id = {n + 7}")
    for action, row in ("first", [n % 2, 7]), ("last", [7, n % 2]):
        run(action, f"SELECT {action}.status, p.status FROM orders AS {action}, orders AS p WHERE p.id = {n}",
            ["status", "status"], row, *([f"UPDATE product SET stock = 1 WHERE id = {n}"] if n % 2 else []))
    for action, row in ("less_first", [n * n, 50]), ("less_last", [50, n * n]):
        run(action, f"SELECT {action}.stock, q.stock FROM product AS {action}, product q WHERE {action}.name = '{30 + n % 5}'",
            ["stock", "stock"], row, *([f"UPDATE customer SET balance = 1 WHERE id = {n}"] if n * n < 30 else []))
    # Two queries for the same column have a name each.
    run("two", f"SELECT id FROM customer WHERE email = 'a{n}'", ["id"], [n + 40],
        f"DELETE FROM customer WHERE id = {n + 40}", f"DELETE FROM product WHERE id = {n + 60}",
        second=(f"SELECT id FROM product WHERE name = 'b{n}'", ["id"], [n + 60]))
