#!/usr/bin/env python3
"""Writes a recording of transactions whose loops run several times, once or not at all, each as an action of its own."""

import json

number = 0


def say(text, columns=(), rows=None):
    line = {"event": "statement", "session": 1, "transaction": number, "text": text, "tags": [f"{text.split()[0]} 1"]}
    if columns:
        line.update(columns=columns, rows=rows[:3], row_count=len(rows), tags=[f"SELECT {len(rows)}"])
    print(json.dumps(line))


def run(action, *texts, found=None):
    """found: the rows of the first statement."""
    global number  # pylint: disable=global-statement
    number += 1
    say(f"BEGIN /*controller:rounds,action:{action}*/")
    for i, text in enumerate(texts):
        text = text.replace("FROM product ", f"FROM product AS {action} ")
        if i == 0 and found is not None:
            say(text, ["id", "stock"], [[str(cell) for cell in row] for row in found])
        else:
            say(text)
    say("COMMIT")


def find(n):
    return f"SELECT id, stock FROM product WHERE name = 'n{n}'"


def change(id_, to):
    return f"UPDATE product SET stock = {to} WHERE id = {id_}"


def pay(n, status="paid"):
    return f"UPDATE orders SET status = '{status}' WHERE id = {n}"


def drop(id_):
    return f"DELETE FROM line WHERE product_id = {id_}"


print(json.dumps({"format": "isoproof-trace", "format_version": 1}))
for n in range(18):
    rows = [(10 * n + i, n * i + 3) for i in range(n % 3)]
    three = [(10 * n + i, n * i + 3) for i in range(3)]
    # An iteration for each row, and none without any.
    run("by_rows", find(n), *(change(i, s + 1) for i, s in rows), pay(n), found=rows)
    # Some other value decides how often, which no result tells.
    run("by_choice", find(n), *(change(i, s + 1) for i, s in rows), pay(n), found=three)
    # A result tells whether there are any.
    run("by_result", find(n), *(change(i, n) for i, s in rows), pay(n), found=[(n, 5 if rows else 7)])
    # Always the same number of times, or never: that is no loop.
    run("always_two", find(n), *(change(i, s + 1) for i, s in three[:2] if n % 2), pay(n), found=three)
    # Of two loops, one, both or none.
    run("two_loops", find(n), *(change(i, n) for i, _ in rows), pay(n), *(drop(i) for i in range(n, n + n // 3 % 3)),
        found=three)
    # Without a known result.
    run("unknown", find(n), *(change(i, s + 1) for i, s in rows), pay(n))
    # What is equal in each iteration, and not where there is none.
    run("same", pay(n), *(change(n, i) for i, _ in rows), drop(n if rows else n + 1))
    # The same in two ways, of which only one has the value that is equal to both.
    run("same_ways", f"SELECT id, stock FROM product WHERE id = {n}", drop(n if n % 2 else n + 1), *([change(n, 4)] if n % 2 else [pay(n + 5)]),
        found=[(1, n % 2)])
