#!/usr/bin/env python3
"""Writes a recording of transactions that insert several rows with one statement: each as an action of its own, with a value
that is the same in all rows of a transaction, or only nearly always."""

import json

number = 0


def say(text, parameters=None, columns=None, row=None):
    line = {"event": "statement", "session": 1, "transaction": number, "text": text, "tags": [f"{text.split()[0]} 1"]}
    if parameters:
        line["parameters"] = [None if p is None else str(p) for p in parameters]
    if columns:
        line.update(columns=columns, rows=[[str(cell) for cell in row]], row_count=1)
    print(json.dumps(line))


def rows(table_columns, values, *, default="", now="", ending=""):
    """As libraries send it, with a placeholder for each value; default and now stand in each row."""
    width, texts = len(values[0]), []
    for i in range(len(values)):
        texts.append("(" + default + ", ".join(f"${i * width + k + 1}" for k in range(width)) + now + ")")
    say(f"INSERT INTO {table_columns} VALUES {', '.join(texts)}{ending}", [v for row in values for v in row])


def run(action, *steps, status="COMMIT"):
    global number  # pylint: disable=global-statement
    number += 1
    say(f"BEGIN /*controller:rows,action:{action}*/")
    say(f"DELETE FROM product AS {action}_ WHERE id = {number}")
    for step in steps:
        step()
    say(status)


def create(order, customer):
    return lambda: say("INSERT INTO orders (customer_id, status) VALUES ($1, 'new') RETURNING id", [customer], ["id"],
                       [order])


def lines(order, values, other=None, **more):
    """The last row is of another order, if one is given."""
    full = [(order, *value) for value in values]
    if other is not None:
        full[-1] = (other, *full[-1][1:])
    return lambda: rows("line (order_id, product_id, quantity)", full, **more)


print(json.dumps({"format": "isoproof-trace", "format_version": 1}))
for n in range(12):
    order, customer = 100 + n, n % 5 + 1
    some = [(10 + (n + k) % 7, 1 + (n * k) % 3) for k in range(2 + n % 3)]
    run("new_order", create(order, customer), lines(order, some))
    run("other_once", create(order, customer), lines(order, some, 99 if n == 7 else None))
    run("of_parameter", lambda: say("UPDATE orders SET status = 'open' WHERE id = $1", [order]), lines(order, some))
    run("alone", lines(order, some))
    run("one_customer", lines(7, some))
    run("one_quantity", lines(order, [(p, 1) for p, _ in some]))
    run("all_alike", lambda: rows("line (order_id, product_id, quantity)", [(order, 5 + n, 3 + n)] * len(some)))
    run("many", lines(order, [(p, 1 + p % 2) for p in range(90, 90 + 60 + n * 10)]))
    run("generated", lambda: rows("product (id, name, stock, changed)", [("p%d" % p, n) for p, _ in some],
                                  default="DEFAULT, ", now=", now()"))
    run("nothing", lambda: rows("product (name, stock)", [("p%d" % p, None) for p, _ in some]))
    run("in_words", lambda: say(f"INSERT INTO line VALUES ({order}, 1, 2), ({order}, 2, {n})"))
    # Two sets of rows of an order that may have three: with a lock, and without.
    for action, lock in ("fill_locked", " FOR UPDATE"), ("fill", ""):
        run(action, lambda: say(f"SELECT status FROM orders WHERE id = $1{lock}", [order], ["status"], ["new"]),
            lambda: say("SELECT count(*) AS n FROM line WHERE order_id = $1", [order], ["n"], [n % 3]),
            lines(order, [(p, 1) for p, _ in some[:2]]))
        run(action, lambda: say(f"SELECT status FROM orders WHERE id = $1{lock}", [order + 50], ["status"], ["new"]),
            lambda: say("SELECT count(*) AS n FROM line WHERE order_id = $1", [order + 50], ["n"], [3 + n % 2]),
            status="ROLLBACK")
