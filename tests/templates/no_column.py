#!/usr/bin/env python3
"""Writes a recording of an application whose library compares two parameters with each other, $2 = $3: both are always 1, or
not both."""

import json

print(json.dumps({"format": "isoproof-trace", "format_version": 1}))
for number in range(24):
    id_, stock, one = number % 7 + 1, 40 - number, "0" if number % 4 == 3 and number % 2 else "1"
    name = "always" if number % 2 == 0 else "once"
    for text, parameters in (
            ("BEGIN", None),
            (f"SELECT id, stock FROM product AS {name} WHERE ({name}.id = $1 AND $2=$3) LIMIT $4 OFFSET $5",
             [id_, 1, one, 1, 0]),
            ("UPDATE product SET stock = $1 WHERE (id = $2 AND $3=$4) RETURNING id", [number * 3 % 11, id_, 1, 1]),
            ("COMMIT", None)):
        line = {"event": "statement", "session": 1, "transaction": number + 1, "text": text, "tags": [f"{text.split()[0]} 1"]}
        if parameters:
            line["parameters"] = [str(p) for p in parameters]
        if text.startswith("SELECT"):
            line.update(columns=["id", "stock"], rows=[[str(id_), str(stock)]], row_count=1)
        print(json.dumps(line))
