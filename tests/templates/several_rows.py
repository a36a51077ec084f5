#!/usr/bin/env python3
"""Writes a recording of transactions that look for two rows by their keys and then write rows: each as an action of its own,
with what was found, or is written, always or only nearly always."""

import json

number = 0


def run(action, look, found, *texts, parameters=None):
    """A transaction; `found` are the keys of the rows that its first statement has found."""
    global number  # pylint: disable=global-statement
    number += 1
    for i, text in enumerate(["BEGIN", f"{look} /*controller:rows,action:{action}*/", *texts, "COMMIT"]):
        line = {"event": "statement", "session": 1, "transaction": number, "text": text, "tags": [text.split()[0] + " 1"]}
        if i == 1:
            line.update(columns=["id"], rows=[[str(key)] for key in found][:3], row_count=len(found),
                        tags=[f"SELECT {len(found)}"])
            if parameters:
                line["parameters"] = parameters
        print(json.dumps(line))


def lock(*keys, label):
    return f"SELECT id AS {label} FROM product WHERE id IN ({', '.join(map(str, keys))}) ORDER BY id FOR UPDATE"


def change(key, to):
    return f"UPDATE product SET stock = stock - {to} WHERE id = {key}"


print(json.dumps({"format": "isoproof-trace", "format_version": 1}))
for n in range(12):
    a, b, c, stock = 10 + n, 30 + n * n % 7, 50 + n % 3, 1 + n % 5
    run("both", lock(a, b, label="id"), [a, b], change(a, stock), change(b, stock))
    run("both_of_array", "SELECT id FROM product WHERE id = ANY ($1) FOR UPDATE", [a, b], change(b, stock), change(a, 3 - n),
        parameters=["{%d,%d}" % (b, a)])
    run("referring", lock(a, b, label="referring"), [a, b], change(a, stock),
        f"INSERT INTO line (order_id, product_id, quantity) VALUES ({c}, {b}, 1)")
    # Once only one was found; once both keys are those of one row; the second one is never written, or inserted; and of
    # the rows that are not among these nothing is known.
    run("once_less", lock(a, b, label="less"), [a] if n == 7 else [a, b], change(a, stock), change(b, stock))
    same = a if n == 7 else b
    run("once_same", lock(a, same, label="same"), sorted({a, same}), change(a, stock), change(same, stock))
    run("one_written", lock(a, b, label="one"), [a, b], change(a, stock), f"DELETE FROM line WHERE quantity = {b}")
    run("inserted", lock(a, b, label="inserted"), [a, b], change(a, stock), f"INSERT INTO product VALUES ({b}, 'n', 5)",
        change(b, stock))
    run("others", f"SELECT id AS others FROM product WHERE id NOT IN ({a}, {b})", [c, c + 1], change(a, stock), change(b, stock))
    run("new", f"INSERT INTO product (id, name, stock) VALUES ({60 + n}, 'n', {stock}) RETURNING id", [60 + n])
