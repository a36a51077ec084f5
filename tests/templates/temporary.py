#!/usr/bin/env python3
"""Writes the jsonlog of an application whose library catches violations of unique keys in functions that it creates, calls and
drops in one message; some do something else, too."""

import json

BODY = ("BEGIN INSERT INTO customer (id, email, balance) VALUES ({n}, 'c{n}@x.org', 0) RETURNING * INTO response; EXCEPTION WHEN "
        "{what} THEN GET STACKED DIAGNOSTICS caught = PG_EXCEPTION_DETAIL; {more}END")


def log(n, session, what="unique_violation", more=""):
    body = BODY.format(n=n, what=what, more=more)
    for text in ("BEGIN;", f"SELECT id FROM customer WHERE email = 'c{n}@x.org'",
                 f"CREATE OR REPLACE FUNCTION pg_temp.f(OUT response customer, OUT caught text) RETURNS RECORD AS $f_{n}$ {body} $f_{n}$ "
                 "LANGUAGE plpgsql; SELECT (f.response).id, f.caught FROM pg_temp.f(); DROP FUNCTION IF EXISTS pg_temp.f();",
                 "COMMIT;"):
        print(json.dumps({"pid": 1, "session_id": f"1.{session}", "vxid": f"3/{session}", "error_severity": "LOG",
                          "message": f"statement: {text}", "dbname": "shop"}))


for i in range(6):
    log(i, i)
log(7, 7, "others")
log(8, 8, more="DELETE FROM customer; ")
