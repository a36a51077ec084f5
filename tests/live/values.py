"""Every argument and every initial row of a confirmed anomaly is accepted by a server: of each type, in each place of a
few programs, the anomalies happen there as predicted.

    values.py          all types as keys; every sixth, in turn, in other places
    values.py all      all types in all places
    values.py uuid     types of that name"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True
from server import Server  # noqa: E402

ISOPROOF = os.environ["ISOPROOF"]

TYPES = ["smallint", "integer", "bigint", "numeric", "numeric(8,2)", "numeric(3,0)", "text", "varchar(3)", "char(4)",
         "char(1)", "uuid", "date", "timestamp", "timestamptz", "time", "interval", "bytea", "boolean", "mood", "label",
         "code", "tiny", "reference", "short", "integer[]", "text[]", "uuid[]", "varchar(2)[]", "mood[]", "real",
         "double precision", "jsonb", "name", "varbit(3)", "int4range", "daterange",
         # not run in memory: nothing may be confirmed with values that are none of theirs
         "bit(4)", "inet", "oid", "money", '"char"', "timetz"]
DEFINITIONS = """CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE DOMAIN label AS text CHECK (VALUE LIKE 'xy%' AND length(VALUE) < 6);
CREATE DOMAIN code AS integer CHECK (VALUE > 100 AND VALUE < 105);
CREATE DOMAIN tiny AS smallint CHECK (VALUE % 7 = 3);
CREATE DOMAIN reference AS uuid;
CREATE DOMAIN short AS varchar(2);
"""
PLACES = {
    "key": """
CREATE TABLE s (id {t} PRIMARY KEY);
CREATE TABLE b (id {t} PRIMARY KEY);
CREATE FUNCTION r(p {t}) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM b WHERE id = p) THEN INSERT INTO s VALUES (p); END IF;
END $$;
CREATE FUNCTION q(p {t}) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM s WHERE id = p) THEN INSERT INTO b VALUES (p); END IF;
END $$;
""",
    "condition": """
CREATE TABLE a (id integer PRIMARY KEY, v {t} NOT NULL, n integer NOT NULL, w {t});
CREATE FUNCTION r(p integer, p_v {t}) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE x integer;
BEGIN
  SELECT n INTO x FROM a WHERE id = p AND v = p_v;
  UPDATE a SET n = x + 1 WHERE id = p;
  RETURN x;
END $$;
""",
    "copied, and not onto itself": """
CREATE TABLE a (id integer PRIMARY KEY, v {t} NOT NULL);
CREATE FUNCTION r(p_from integer, p_to integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x {t}; y {t};
BEGIN
  IF p_from = p_to THEN RAISE EXCEPTION 'same'; END IF;
  SELECT v INTO STRICT x FROM a WHERE id = p_from;
  SELECT v INTO STRICT y FROM a WHERE id = p_to;
  UPDATE a SET v = x WHERE id = p_to;
END $$;
""",
    "unique": """
CREATE TABLE a (id {t} PRIMARY KEY, v {t} UNIQUE, n integer NOT NULL);
CREATE FUNCTION r(p {t}, p_v {t}) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM a WHERE v IS NOT NULL) < 2 THEN
    UPDATE a SET v = p_v WHERE id = p;
  END IF;
END $$;
""",
    "two keys that differ": """
CREATE TABLE a (id {t} PRIMARY KEY, done boolean NOT NULL, since {t} NOT NULL);
CREATE FUNCTION r(p {t}, q {t}) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p = q THEN RAISE EXCEPTION 'same'; END IF;
  IF EXISTS (SELECT 1 FROM a WHERE id = p AND NOT done) THEN
    UPDATE a SET done = true WHERE id = q;
  END IF;
END $$;
"""}


def try_set(server, folder, text):
    """How many anomalies happened as predicted, and what the server said of others."""
    path, report = f"{folder}/set.sql", f"{folder}/report.json"
    pathlib.Path(path).write_text(text, encoding="utf-8")
    done = subprocess.run([ISOPROOF, "analyze", "-q", "--level", "postgresql/read-committed,postgresql/repeatable-read",
                           "--whole-only", "--format", "json", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False)
    if done.returncode not in (0, 1, 3):
        return 0, done.stderr.decode()
    pathlib.Path(report).write_bytes(done.stdout)
    confirmed = [anomaly for result in json.loads(done.stdout)["results"] for anomaly in result["anomalies"]
                 if anomaly["replay"]["status"] == "confirmed"]
    if not confirmed:
        return 0, ""
    ids = [option for anomaly in confirmed for option in ("--anomaly", anomaly["id"])]
    live = subprocess.run([ISOPROOF, "replay", report, "--dsn", server.dsn(), *ids], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False)
    return len(confirmed), "" if live.returncode == 0 else (live.stdout + live.stderr).decode()


def wanted(turn, number, name):
    if sys.argv[1:]:
        return name in sys.argv[1:] or sys.argv[1:] == ["all"]
    return turn == 0 or (number + turn) % 6 == 0


def main():
    sets = anomalies = wrong = 0
    with Server() as server, tempfile.TemporaryDirectory() as folder:
        for turn, (place, program) in enumerate(PLACES.items()):
            for number, name in enumerate(TYPES):
                if not wanted(turn, number, name):
                    continue
                found, fault = try_set(server, folder, DEFINITIONS + program.replace("{t}", name))
                sets += 1
                anomalies += found
                if fault:
                    wrong += 1
                    print(f"{place}, {name}: {fault}", flush=True)
    print(f"{sets} sets, {anomalies} confirmed anomalies, {wrong} sets of which one does not happen on the server")
    return 1 if wrong or anomalies < sets else 0


if __name__ == "__main__":
    sys.exit(main())
