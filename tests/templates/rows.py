#!/usr/bin/env python3
"""Writes a recording of transactions that work through the rows that a query has found, each as an action of its own: all
of them, in their order, or nearly."""

import json

number = 0


def say(text, columns=(), rows=()):
    line = {"event": "statement", "session": 1, "transaction": number, "text": text, "tags": [f"{text.split()[0]} 1"]}
    if columns:
        line.update(columns=columns, rows=rows[:3], row_count=len(rows), tags=[f"SELECT {len(rows)}"])
    print(json.dumps(line))


def run(action, rows, *, columns=("product_id", "quantity"), used=None, more="", between=None):
    """Finds rows, and uses them, or others."""
    global number  # pylint: disable=global-statement
    number += 1
    say(f"BEGIN /*controller:rows,action:{action}*/")
    say(f"SELECT product_id, quantity FROM line AS {action}_rows WHERE order_id = {500 + number}{more}", columns,
        [[str(cell) for cell in row] for row in rows])
    if between:
        say(between)
    for product, quantity in rows if used is None else used:
        say(f"UPDATE product SET stock = stock + {quantity} WHERE id = {product}")
    say(f"UPDATE orders SET status = 'x' WHERE id = {number}")
    say("COMMIT")


print(json.dumps({"format": "isoproof-trace", "format_version": 1}))
for n in range(9):
    found = [(10 * (n + i) + 1, 1000 + n * i) for i in range(n % 3 + 1)]
    five = [(10 * (n + i) + 1, 1000 + n * i) for i in range(n % 2 + 4)]
    other = [(n + 800, 3), *found[1:]]
    run("all", five if n == 8 else found)
    run("backwards", found, used=found[::-1] if n == 8 else found)
    run("without_last", found, used=found[:-1] if n == 5 else found)
    run("last_differs", found, used=[*found[:-1], (found[-1][0], 7)] if n == 2 else found)
    run("single_differs", found, used=other if n == 3 else found)
    run("one_more", found, used=[*found, (9, 9)] if n == 0 else found)
    run("too_many", five)
    run("locked", found, more=" FOR UPDATE")
    run("between", found, between="SELECT count(*) FROM product")
    run("same_names", found, columns=("product_id", "product_id"))
    run("unnamed", found, columns=("?column?", "quantity"))
