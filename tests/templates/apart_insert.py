#!/usr/bin/env python3
"""Writes a recording of a library that begins a transaction at its first write: what it has read before is in transactions
of their own, and rows are inserted that it has counted or looked for."""

import json

number = 0


def one(*texts):
    global number
    number += 1
    for text in ("BEGIN", *texts, "COMMIT") if len(texts) > 1 else texts:
        print(json.dumps({"event": "statement", "session": 1, "transaction": number, "text": text, "tags": ["X 1"]}))


print(json.dumps({"format": "isoproof-trace", "format_version": 1}))
for i in range(8):
    # A limit: as many rows may be inserted as transactions have counted at the same time.
    one(f"SELECT count(*) FROM use WHERE coupon_id = {i % 3} AND customer_id > 0")
    one(f"INSERT INTO use (id, coupon_id, customer_id) VALUES ({i}, {i % 3}, {i})")
    # What is unique is not inserted twice.
    one(f"SELECT id FROM customer WHERE email = 'c{i}'")
    one(f"INSERT INTO customer (id, email) VALUES ({i}, 'c{i}')")
    one(f"SELECT stars FROM vote WHERE customer_id = {i} AND event_id = {i % 2}")
    one(f"INSERT INTO vote (event_id, customer_id, stars) VALUES ({i % 2}, {i}, 3)")
    # A transaction that reads itself, and one after a query of another row.
    one(f"SELECT count(*) FROM seat WHERE event_id = {i % 3}")
    one(f"SELECT count(*) FROM seat WHERE event_id = {i % 3}",
        f"INSERT INTO seat (id, event_id) VALUES ({i}, {i % 3})")
    one(f"SELECT id FROM note WHERE customer_id = {i + 1}")
    one(f"INSERT INTO note (id, customer_id) VALUES ({i + 50}, {i})")
    # One query, two rows: only one of them can be what it was for.
    one(f"SELECT id FROM line WHERE orders_id = {i}")
    one(f"INSERT INTO line (id, orders_id) VALUES ({i + 50}, {i})")
    one(f"INSERT INTO line (id, orders_id) VALUES ({i + 90}, {i})")
    one(f"INSERT INTO line (id, orders_id) VALUES ({i + 190}, {i})")
