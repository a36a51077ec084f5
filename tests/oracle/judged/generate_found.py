"""One or two statements of every kind, then a lost update or none, by FOUND or ROW_COUNT (PostgreSQL 15, section 43.5.5)."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "statement-outcomes"))
from statements import DECLARATIONS, ROWS, SCHEMA, STATEMENTS  # noqa: E402

KINDS = [s[1] for s in STATEMENTS if len(s) == 2 and not s[0].startswith(("create", "comment", "discard", "listen", "notify"))]
RACE = "SELECT v INTO q FROM u WHERE id = 1; /*P*/ UPDATE u SET v = q + 1 WHERE id = 1;"


def draw(r):
    texts = [r.choice(KINDS) for _ in range(r.choice([1, 1, 2]))]
    if r.random() < 0.4:
        texts.insert(0, r.choice(["PERFORM generate_series(1, 7);", "PERFORM 1 WHERE false;", "PERFORM 1 FROM t WHERE id = a;"]))
    if sum("OPEN" in text or "FOR q IN" in text for text in texts) > 1:  # the same cursors twice
        texts = texts[:1]
    condition = r.choice(["IF FOUND THEN", "IF NOT FOUND THEN", "GET DIAGNOSTICS n = ROW_COUNT; IF n = 0 THEN",
                          "GET DIAGNOSTICS n = ROW_COUNT; IF n = 1 THEN", "GET DIAGNOSTICS n = ROW_COUNT; IF n > 1 THEN"])
    body = "\n  /*P*/ ".join(texts)
    sql = f"""{SCHEMA}
CREATE TABLE u(id int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE asks(a int, b int) LANGUAGE plpgsql AS $x$
DECLARE {DECLARATIONS} n bigint; q int;
BEGIN
  {body}
  /*P*/ {condition} {RACE} END IF;
END $x$;
"""
    init = [s.strip() for s in ROWS.split(";") if s.strip().startswith("INSERT")]
    return {"sql": sql, "init": [*init, "INSERT INTO u VALUES (1, 1)"],
            "calls": [["CALL asks(1, -1)", "CALL asks(2, -1)"], ["CALL asks(1, -1)", "CALL asks(1, -1)"],
                      ["CALL asks(1, -1)", "CALL asks(2, -2)", "CALL asks(-3, 4)"]]}
