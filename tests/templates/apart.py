#!/usr/bin/env python3
"""Writes a recording in which customers and products are read by one transaction and written by a later one of the same
connection; --others: by another connection, or the row is read again."""

import json
import sys

others = "--others" in sys.argv
number = 0


def one(session, *texts):
    global number
    number += 1
    for text in ("BEGIN", *texts, "COMMIT") if len(texts) > 1 else texts:
        print(json.dumps({"event": "statement", "session": session, "transaction": number, "text": text, "tags": ["X 1"]}))


print(json.dumps({"format": "isoproof-trace", "format_version": 1}))
for i in range(8):
    session = i % 2 + 1
    one(session, f"SELECT id, name, balance FROM customer WHERE id = {i}")
    one(session, f"SELECT * FROM product WHERE id = {i}")
    if others:
        one(3, f"UPDATE customer SET balance = {i * 7} WHERE id = {i}")
        one(session, f"SELECT id FROM product WHERE id = {i}", f"UPDATE product SET stock = {i * 5} WHERE id = {i}")
        continue
    one(session, f"UPDATE customer SET balance = {i * 7} WHERE id = {i}")
    one(session, f"UPDATE product SET stock = stock - {i} WHERE id = {i}")
    one(session, f"UPDATE product SET name = 'n{i}' WHERE id = {i} AND version = {i}")
