#!/usr/bin/env python3
"""Writes a recording of transactions that use lists of what a query has found, each as an action of its own: all of it, some
of it, or nearly."""

import json

number = 0


def say(text, columns=(), rows=()):
    line = {"event": "statement", "session": 1, "transaction": number, "text": text, "tags": [f"{text.split()[0]} 1"]}
    if columns:
        line.update(columns=columns, rows=rows[:3], row_count=len(rows), tags=[f"SELECT {len(rows)}"])
    print(json.dumps(line))


def listed(values):
    return ", ".join(map(str, values))


def run(action, rows, values, *, columns=("id", "stock"), more="", order=False, write=True):
    """Finds rows, and uses values."""
    global number  # pylint: disable=global-statement
    number += 1
    say(f"BEGIN /*controller:rows,action:{action}*/")
    say(f"SELECT id, stock FROM product AS {action}_rows WHERE name = 'n{number}'{more}", columns,
        [[str(cell) for cell in row] for row in rows])
    if order:
        say(f"INSERT INTO line (product_id, order_id, quantity) VALUES {listed((v, 70 + v, v % 3) for v in values)}")
    elif write:
        say(f"UPDATE product SET stock = stock - {number} WHERE id IN ({listed(values)})")
    say(f"UPDATE orders SET status = 'x' WHERE id = {number}")
    say("COMMIT")


print(json.dumps({"format": "isoproof-trace", "format_version": 1}))
for n in range(12):
    found = [(10 * (n + i) + 1, 1000 + n * i) for i in range(n % 3 + 1)]
    ids = [i for i, _ in found]
    five = [(10 * (n + i) + 1, 1000 + n * i) for i in range(n % 2 + 4)]
    run("all", five if n == 8 else found, [i for i, _ in five] if n == 8 else ids[::-1])
    run("locked", found, ids, more=" FOR UPDATE")
    run("some", found, ids[:n % 2 + 1])
    run("none_once", found, [7] if n == 5 else ids)
    run("one_more", found, ids + [9] * (n == 5))
    run("too_many", five, [i for i, _ in five])
    run("some_of_too_many", five if n == 8 else found, [five[3][0]] if n == 8 else ids[:n % 2 + 1])
    run("one_row", found[:1], ids[:1])
    run("in_order", found * 2 if n == 4 else found, ids * 2 if n == 4 else ids, order=True)
    run("not_in_order", found, ids[::-1], order=True)
    run("same_names", found, ids, columns=("id", "id"))
    run("not_always", found if n % 2 else [], ids, write=n % 2 == 1)
    run("not_often", found, ids) if n < 4 else None
