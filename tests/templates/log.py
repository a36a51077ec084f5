#!/usr/bin/env python3
"""Writes a small server log in one of PostgreSQL's formats: the same entries whatever the format.

usage: log.py json|csv|stderr|pid [SCENARIO…]      pid: log_line_prefix has no more than the time and the process
"""

import csv
import io
import json
import sys

PREFIX = {"stderr": "%m [%p] %c %v %d %a ", "pid": "%m [%p] "}


class Log:
    """Entries of sessions, each with a number of its own and of its virtual transactions."""

    def __init__(self):
        self.entries, self.numbers, self.transactions = [], {}, {}

    def entry(self, session, message, severity="LOG", detail=None, statement=None, same=True, block=False, vxid=None):
        number = self.numbers[session] = self.numbers.get(session, 0) + 1
        if not same:
            self.transactions[session] = self.transactions.get(session, 0) + 1
        own = f"{session}/{self.transactions.get(session, 0) + 2}"
        self.entries.append({
            "time": f"2026-01-02 03:04:{len(self.entries) // 1000 % 60:02}.{len(self.entries) % 1000:03} UTC",
            "pid": 100 + session, "session": f"6b055d5b.{session:x}", "number": number, "severity": severity,
            "vxid": own if vxid is None else vxid, "message": message, "detail": detail, "statement": statement,
            "ps": "idle in transaction" if block else "idle"})

    def run(self, session, *texts, detail=None, begin="BEGIN", end="COMMIT"):
        """A transaction block."""
        self.entry(session, f"statement: {begin}", same=False)
        for text in texts:
            self.entry(session, f"statement: {text}", block=True)
        if end:
            self.entry(session, f"statement: {end}", block=True)

    def one(self, session, text, **more):
        """A statement of its own."""
        self.entry(session, f"statement: {text}", same=False, **more)


def as_json(entry):
    fields = {"timestamp": entry["time"], "user": "app", "dbname": "shop", "pid": entry["pid"],
              "remote_host": "[local]", "session_id": entry["session"], "line_num": entry["number"],
              "ps": entry["ps"], "session_start": "2026-01-02 03:04:00 UTC", "vxid": entry["vxid"], "txid": 0,
              "error_severity": entry["severity"], "message": entry["message"], "detail": entry["detail"],
              "statement": entry["statement"], "application_name": "web", "backend_type": "client backend",
              "query_id": 0}
    return json.dumps({key: value for key, value in fields.items() if value is not None}) + "\n"


def as_csv(entry):
    out = io.StringIO()
    columns = [entry["time"], "app", "shop", entry["pid"], "[local]", entry["session"], entry["number"], entry["ps"],
               "2026-01-02 03:04:00 UTC", entry["vxid"], 0, entry["severity"], "00000", entry["message"],
               entry["detail"], "", "", "", "", entry["statement"], "", "", "web", "client backend", "", 0]
    csv.writer(out, lineterminator="\n").writerow(["" if value is None else value for value in columns])
    return out.getvalue()


def as_stderr(entry, prefix):
    values = {"%m": entry["time"], "%p": str(entry["pid"]), "%c": entry["session"], "%v": entry["vxid"], "%d": "shop",
              "%a": "web"}
    for escape, value in values.items():
        prefix = prefix.replace(escape, value)
    parts = [f"{prefix}{entry['severity']}:  {entry['message']}"]
    if entry["detail"]:
        parts.append(f"{prefix}DETAIL:  {entry['detail']}")
    if entry["statement"]:
        parts.append(f"{prefix}STATEMENT:  {entry['statement']}")
    return "".join(part.replace("\n", "\n\t") + "\n" for part in parts)


def shop(log):
    """Checkouts of one to three products, payments, reads, noise: all in one log, sessions mixed."""
    log.one(1, "SET TIME ZONE 'UTC'")
    for i in range(8):
        session = 1 + i % 2
        statements = [f"SELECT id, email FROM customer WHERE id = {i % 3 + 1}",
                      f"INSERT INTO orders (customer_id, status)\nVALUES ({i % 3 + 1}, 'new') RETURNING id"]
        for product in range(i % 3 + 1):
            statements += [f"SELECT id, stock FROM product WHERE id = {product + i}",
                           f"UPDATE product SET stock = {50 - i} WHERE id = {product + i}",
                           f"INSERT INTO line (order_id, product_id, quantity) VALUES ({100 + i}, {product + i}, 2)"]
        log.run(session, *statements)
        log.run(session, f"UPDATE orders SET status = 'paid' WHERE id = {100 + i}",
                f"UPDATE customer SET balance = balance - {i + 1}.50 WHERE id = {i % 3 + 1}")
        log.one(session, f"SELECT id FROM product WHERE id IN ({', '.join(str(k) for k in range(i + 1))})")
        log.one(session, "SELECT 1")
        log.one(session, "SELECT relname FROM pg_catalog.pg_class WHERE relname = 'orders'")
    log.run(2, "UPDATE product SET stock = 1 WHERE id = 1", end="ROLLBACK")


def protocol(log):
    """The extended protocol, EXECUTE, several statements in one text, durations, levels."""
    for i in range(6):
        log.entry(1, "execute <unnamed>: BEGIN ISOLATION LEVEL REPEATABLE READ", same=False)
        log.entry(1, "execute S_1: SELECT stock FROM product WHERE id = $1 FOR UPDATE",
                  detail=f"parameters: $1 = '{i}'", block=True)
        log.entry(1, "execute S_2: UPDATE product SET stock = $1, name = $3 WHERE id = $2",
                  detail=f"parameters: $1 = '{i + 7}', $2 = '{i}', $3 = 'it''s'", block=True)
        log.entry(1, "execute S_3: COMMIT", block=True)
        log.entry(2, f"statement: EXECUTE p ({i}, 'a@b')", same=False,
                  detail="prepare: PREPARE p (bigint, text) AS UPDATE customer SET email = $2 WHERE id = $1;")
        log.entry(3, f"statement: BEGIN; UPDATE product SET stock = stock - 1 WHERE id = {i}; "
                     f"INSERT INTO line VALUES ({i}, {i}, {i % 2}); COMMIT", same=False)
        log.entry(4, f"duration: 0.{i}21 ms  statement: SELECT count(*) FROM orders WHERE customer_id = {i}",
                  vxid="4/0")
        log.entry(4, "duration: 0.121 ms  parse <unnamed>: SELECT status FROM orders WHERE id = $1", same=False)
        log.entry(4, "duration: 0.121 ms  bind <unnamed>: SELECT status FROM orders WHERE id = $1")
        log.entry(4, "duration: 0.121 ms  execute <unnamed>: SELECT status FROM orders WHERE id = $1",
                  detail=f"Parameters: $1 = '{i}'")
    log.entry(5, "statement: SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE", same=False)
    log.run(5, "UPDATE product SET stock = 0 WHERE id = 3")


def trouble(log):
    """Errors, savepoints, beginnings and ends that are not there."""
    log.entry(1, "statement: UPDATE product SET stock = 9 WHERE id = 9", block=True)  # begun before the log
    log.entry(1, "statement: COMMIT", block=True)
    for i in range(5):
        log.run(1, f"SELECT id FROM customer WHERE email = 'n{i}'", f"SAVEPOINT s{i}_x1",
                f"INSERT INTO customer VALUES ({i}, 'n{i}', 0)", f"RELEASE SAVEPOINT s{i}_x1")
        log.run(2, f"SELECT id FROM customer WHERE email = 'n{i}'", f"SAVEPOINT s{i}_x1",
                f"INSERT INTO customer VALUES ({i}, 'n{i}', 0)", end=None)
        log.entry(2, "duplicate key value violates unique constraint \"customer_email_key\"", severity="ERROR",
                  detail=f"Key (email)=(n{i}) already exists.",
                  statement=f"INSERT INTO customer VALUES ({i}, 'n{i}', 0)")
        log.entry(2, f"statement: ROLLBACK TO SAVEPOINT s{i}_x1", block=True)
        log.entry(2, f"statement: SELECT id FROM customer WHERE email = 'n{i}'", block=True)
        log.entry(2, "statement: COMMIT", block=True)
    log.run(3, "UPDATE product SET stock = 9 WHERE id = 9", end=None)
    log.entry(3, "could not serialize access due to concurrent update", severity="ERROR",
              statement="UPDATE product SET stock = 9 WHERE id = 9")
    log.entry(3, "statement: ROLLBACK", block=True)
    log.one(3, "UPDATE product SET stock = 9 WHERE id = 'x'")
    log.entry(3, "invalid input syntax for type bigint: \"x\"", severity="ERROR",
              statement="UPDATE product SET stock = 9 WHERE id = 'x'")
    log.run(4, "CREATE TABLE later (id bigint PRIMARY KEY)")
    log.one(4, "VACUUM product")
    log.one(4, "SELEKT 1")
    log.run(4, "UPDATE product SET stock = 9 WHERE id = 9", end=None)  # not ended in the log


def shapes(log):
    """What else statements have: lists, rows, comments of libraries, cursors, typed literals, settings, functions."""
    log.one(1, "SET search_path TO tenant_a, public")
    note = "/*controller='orders',action='show',framework='rails'*/"
    log.run(1, f"SELECT id FROM product WHERE id = 5 {note}",
            f"UPDATE orders SET status = E'a\\nb' WHERE id = -5 AND created > DATE '2026-01-01' + interval '1 day' {note}")
    for i in range(6):
        rows = ", ".join(f"({k}, 'p{k}', 7)" for k in range(i + 1))
        log.one(2, f"INSERT INTO product (id, name, stock) VALUES {rows} ON CONFLICT (id) DO NOTHING")
        log.run(2, f"SELECT pg_advisory_xact_lock({i % 2})", "LOCK TABLE product IN SHARE MODE",
                f"SELECT * FROM product WHERE data -> 'a' = '5' AND data ? 'k' LIMIT 10 OFFSET {i}",
                "SELECT max(stock) FROM product GROUP BY 1 ORDER BY 1")
        log.run(2, f"DECLARE \"c_{i}\" CURSOR FOR SELECT * FROM product WHERE stock > {i}", f"FETCH 100 FROM \"c_{i}\"",
                f"CLOSE \"c_{i}\"")
        log.run(3, "SET LOCAL role authenticated", f"SELECT set_config('request.user', '{i}', true)",
                f"SELECT * FROM orders WHERE id IN ('{i}'::bigint, 4::bigint) AND id NOT IN ({rows.count('p')}, 3)",
                begin="begin isolation level serializable read only")
        log.run(3, f"SELECT stock FROM product WHERE id = {i}", f"UPDATE product SET stock = 4 WHERE id = {i}",
                f"INSERT INTO product (id, name, stock) VALUES ({i}, 'upsert', 4)")
    log.one(4, "BEGIN; SELECT 1; UPDATE product SET stock = 2; COMMIT; UPDATE product SET stock = 4")
    log.one(4, "DISCARD ALL")


def literals(log):
    """100,000 statements that differ in their values alone."""
    for i in range(100000):
        log.one(1, f"UPDATE customer SET balance = {i}.5 WHERE email = 'c{i}@example.org'")


def empty(log):
    log.entry(1, "connection authorized: user=app database=shop")


SCENARIOS = {"shop": shop, "protocol": protocol, "trouble": trouble, "shapes": shapes, "literals": literals, "empty": empty}


def main():
    log = Log()
    for name in sys.argv[2:] or ["shop"]:
        SCENARIOS[name](log)
    form = sys.argv[1]
    for entry in log.entries:
        sys.stdout.write(as_json(entry) if form == "json" else as_csv(entry) if form == "csv"
                         else as_stderr(entry, PREFIX[form]))


if __name__ == "__main__":
    main()
