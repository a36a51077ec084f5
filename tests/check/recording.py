#!/usr/bin/env python3
"""Writes a small recording, as isoproof record does: two withdrawals that cross, and what SCENARIO adds.

usage: recording.py [SCENARIO…]      computed, call, ambiguous, unread, rolled-back, failed, other-client, no-key, insert,
                                      schema, rewritten
"""

import json
import sys


def line(session, number, text, tag, rows=None, columns=None, **more):
    said = {"event": "statement", "session": session, "transaction": number, "text": text, "tags": [tag] if tag else []}
    if rows is not None:
        said.update(columns=columns, rows=rows, row_count=len(rows))
    print(json.dumps({**said, **more}))


def read(session, number, value, row=1):
    line(session, number, "SELECT bal FROM acc WHERE id = $1", "SELECT 1", [[value]], ["bal"], parameters=[str(row)])


def write(session, number, value, row=1):
    line(session, number, f"UPDATE acc SET bal = {value} WHERE id = {row}", "UPDATE 1")


def one(session, number, *steps, end="COMMIT"):
    line(session, number, "BEGIN", "BEGIN")
    for step in steps:
        step()
    line(session, number, end, end)


SCENARIOS = {
    "computed": lambda: line(9, 1, "UPDATE acc SET bal = bal + 1 WHERE id = 1", "UPDATE 1"),
    "call": lambda: line(9, 1, "SELECT close_day()", "SELECT 1", [["x"]], ["close_day"]),
    "ambiguous": lambda: write(9, 1, 100),
    "unread": lambda: print(json.dumps({"event": "end", "session": 9, "unread": True})),
    "rolled-back": lambda: one(9, 1, lambda: write(9, 1, 90), end="ROLLBACK"),
    "failed": lambda: line(9, 1, "UPDATE acc SET bal = 100 WHERE id = 1", None, sqlstate="40001", message="serialize"),
    "other-client": lambda: (read(9, 1, "1", 7), read(9, 2, "2", 7)),
    "no-key": lambda: line(9, 1, "SELECT id, bal FROM pot WHERE owner = 'a'", "SELECT 2", [["1", "2"], ["2", "2"]],
                           ["id", "bal"]),
    "schema": lambda: one(9, 1, *(lambda text=text, tag=tag: line(9, 1, text, tag) for text, tag in (
        ("CREATE TABLE late (id int PRIMARY KEY)", "CREATE TABLE"), ("CREATE INDEX ON acc (bal)", "CREATE INDEX"),
        ("ALTER TABLE acc ADD owner text, ADD CHECK (bal > 0)", "ALTER TABLE")))),
    "rewritten": lambda: line(9, 1, "ALTER TABLE acc ALTER bal TYPE int USING 100", "ALTER TABLE"),
    # Each sees the other's row missing, and brings its own.
    "insert": lambda: [line(*said) for said in (
        (7, 1, "BEGIN", "BEGIN"), (8, 1, "BEGIN", "BEGIN"),
        (7, 1, "SELECT n FROM seat WHERE id = 1", "SELECT 0", [], ["n"]),
        (8, 1, "SELECT n FROM seat WHERE id = 2", "SELECT 0", [], ["n"]),
        (7, 1, "INSERT INTO seat (id, n) VALUES (2, 5)", "INSERT 0 1"),
        (8, 1, "INSERT INTO seat (id, n) VALUES (1, 5)", "INSERT 0 1"),
        (7, 1, "COMMIT", "COMMIT"), (8, 1, "COMMIT", "COMMIT"))],
}

print(json.dumps({"format": "isoproof-trace", "format_version": 1}))
print(json.dumps({"event": "connect", "session": 1}))
if "insert" not in sys.argv:
    for s in (1, 2):
        line(s, 1, "BEGIN", "BEGIN")
        read(s, 1, "100.00")
    for s, left in ((1, 90), (2, 80)):
        write(s, 1, left)
        line(s, 1, "COMMIT", "COMMIT")
    line(3, 1, "SELECT * FROM acc WHERE id = 1", "SELECT 1", [["1", "80"]], ["id", "bal"])
for scenario in sys.argv[1:]:
    SCENARIOS[scenario]()
