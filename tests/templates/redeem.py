#!/usr/bin/env python3
"""Writes a recording of an application that counts what a coupon was used for, as libraries do: the number never gets past
the limit, the constant 1 is an argument, and each session sets its search_path."""

import json

number = 0


def say(text, tag, columns=None, row=None):
    line = {"event": "statement", "session": 1, "transaction": number, "text": text, "tags": [tag]}
    if columns:
        line.update(columns=columns, rows=[row], row_count=1)
    print(json.dumps(line))


print(json.dumps({"format": "isoproof-trace", "format_version": 1}))
say("set search_path to \"public\"", "SET")
for i in range(24):
    number += 1
    coupon, used, most = i % 3 + 1, min(i // 4, 4), 4
    say("BEGIN", "BEGIN")
    say(f"SELECT id, most FROM coupon WHERE code = 'c{coupon}'", "SELECT 1", ["id", "most"], [str(coupon), str(most)])
    say(f"SELECT COUNT(1) AS used FROM (SELECT 1 FROM redemption WHERE coupon_id = {coupon}) AS wrapped", "SELECT 1",
        ["used"], [str(used)])
    if used < most:
        say(f"INSERT INTO redemption (id, coupon_id) VALUES ({i}, {coupon})", "INSERT 0 1")
    say(*["COMMIT" if used < most else "ROLLBACK"] * 2)
    number += 1
    say(f"SELECT date_trunc('day', at), touch('k') FROM redemption WHERE id = {i}", "SELECT 1", ["date_trunc", "touch"],
        [None, None])
