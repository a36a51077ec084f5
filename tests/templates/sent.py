#!/usr/bin/env python3
"""Writes a recording of a library that sends every value as a parameter, constants of the code too, and selects with *."""

import json

number = 0


def say(text, values=(), columns=(), rows=()):
    verb = text.split()[0].upper()
    tag = f"INSERT 0 {1}" if verb == "INSERT" else f"{verb} {len(rows) if columns else 1}"
    line = {"event": "statement", "session": 1, "transaction": number, "text": text, "tags": [tag]}
    if values:
        line["parameters"] = [str(value) for value in values]
    if columns:
        line.update(columns=columns, rows=[[str(cell) for cell in row] for row in rows[:3]], row_count=len(rows))
    print(json.dumps(line))


def begin():
    global number  # pylint: disable=global-statement
    number += 1
    say("BEGIN")


def cancel(order, lines):
    begin()
    say("SELECT * FROM orders WHERE id = $1 LIMIT $2 FOR UPDATE", (order, 1), ("id", "customer_id", "status"), [(order, 7, "new")])
    say('SELECT line.product_id AS "ProductId", quantity FROM line WHERE order_id = $1', (order,), ("ProductId", "quantity"), lines)
    for product, quantity in lines:
        say("UPDATE product SET stock = stock + $1, name = $3 WHERE id = $2", (quantity, product, "it's"))
    say("UPDATE orders SET status = $1 WHERE id = $2", ("cancelled", order))
    say("COMMIT")


def rename(customer, name):
    begin()
    say("WITH customer AS (SELECT * FROM customer WHERE id = $1) SELECT * FROM customer", (customer,))
    say("UPDATE customer SET email = $1, balance = $3 WHERE id = $2", (name, customer, -5))
    say("UPDATE product SET stock = $1 WHERE id = $2", (1, 4))
    say("COMMIT")


print(json.dumps({"format": "isoproof-trace", "format_version": 1}))
for n in range(9):
    cancel(300 + n, [(10 * (n + i) + 1, 1000 + n * i) for i in range(n % 3 + 1)])
    rename(n, "a@x.org")
number += 1
say("WITH ranges AS (SELECT rngtypid FROM pg_range), r AS (SELECT * FROM ranges) SELECT * FROM pg_type LEFT JOIN r ON true")
number += 1
say("WITH product AS (SELECT * FROM product) SELECT * FROM product")
