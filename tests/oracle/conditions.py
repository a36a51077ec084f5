#!/usr/bin/env python3
"""Random conditions on arguments of many types: where a server finds arguments, among a few that are no ordinary ones, for
which a condition holds, the encoder must not assume that it never does. A routine reads and writes below the
condition, so that it is safe at repeatable read only if the condition never holds.

usage: ISOPROOF=… conditions.py [COUNT [SEED]]    77: no server"""
import concurrent.futures
import itertools
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE.parent), str(HERE / "judged")]
import generate_division as division  # noqa: E402
import generate_special_values as values  # noqa: E402
import postgresql  # noqa: E402

ROUTINE = """CREATE TABLE s (k integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION f(%s, z integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint; %s
BEGIN
  IF (%s) IS NOT TRUE THEN
    RETURN 0;
  END IF;
  SELECT count(*) INTO n FROM s WHERE v = 0;
  UPDATE s SET v = 1 WHERE k = z;
  RETURN n;
END $$;
"""
# Beside the special ones, some for which quotients and roundings show.
MORE = {"numeric": ["1.5", "3", "7", "100"], "real": ["3", "0.5"], "double precision": ["3", "1.5"], "money": ["'7.77'"],
        "integer": ["2", "7", "5"], "bigint": ["7", "3000000000"], "interval": ["'31 days'", "'1 hour'"]}
VARIABLES = ["numeric", "bigint", "integer", "double precision", "numeric(10,1)", "real"]


def arithmetic(r, kinds, names):
    """Equations between sums, products and quotients of mixed types."""
    def term(depth):
        if depth == 0:
            return r.choice([*names, *names, *names, str(r.choice([0, 1, 2, 3, 10])), r.choice(["0.5", "1.5", "2.0", "0.1"])])
        x, y = term(depth - 1), term(r.choice([0, depth - 1]))
        return r.choice([f"({x} + {y})", f"({x} - {y})", f"({x} * {y})", f"({x} / {r.choice(['2', '3', '2.0'])})", f"(- {x})",
                         f"{x}::{r.choice(VARIABLES)}", f"abs({x})", f"floor({x})", f"round({x}::numeric, 1)", f"coalesce({x}, {y})",
                         f"greatest({x}, {y})", f"CASE WHEN {names[0]} > 1 THEN {x} ELSE {y} END", f"nullif({x}, {y})",
                         f"({x} + {y})", f"({x} - {y})", f"trunc({x}::numeric)", f"sign({x})", f"({x})::bigint"])
    one = lambda: f"{term(r.choice([1, 1, 2]))} {r.choice(['=', '=', '<', '<=', '<>', '>'])} {term(r.choice([0, 1, 1, 2]))}"
    parts = [one() for _ in range(r.choice([1, 2, 2, 3]))]
    return " AND ".join(p if r.random() < 0.7 else f"NOT ({p})" for p in parts)


def drawn(seed):
    r = random.Random(seed)
    kinds = values.chosen(r)
    names = ["a", "b", "c"]
    declared = []
    if kinds[0] in values.NUMBERS and r.random() < 0.6:
        kind = r.choice(VARIABLES)
        declared, names = [("w", kind, "a")], ["a", "b", "w"]
        condition = division.condition(r, False, names) if r.random() < 0.6 else arithmetic(r, kinds, names)
    elif kinds[0] in values.NUMBERS and r.random() < 0.5:
        condition = arithmetic(r, kinds, names)
    else:
        condition = values.condition(r, kinds, names)
    return kinds, declared, condition


def text_of(kinds, declared, condition):
    parameters = ", ".join(f"{n} {values.PLAIN.get(k, k)}" for n, k in zip("abc", kinds))
    return division.SCHEMA + ROUTINE % (parameters, "".join(f"{n} {k} := {v};" for n, k, v in declared), condition)


def called_safe(text):
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([os.environ["ISOPROOF"], "analyze", "--no-replay", "--quiet", "--format", "json", "--level",
                               "postgresql/repeatable-read", file.name], capture_output=True, text=True, check=False)
    try:
        return json.loads(done.stdout)["results"][0]["verdict"] == "safe"
    except (ValueError, KeyError, IndexError):
        raise RuntimeError(f"no report: {done.stderr}\n{text}") from None


def tried(kinds, declared, condition):
    """A DO block that tells for which arguments the condition holds first; errors are none."""
    lists = [[f"{v}::{values.PLAIN.get(k, k)}" for v in values.KINDS[k] + MORE.get(k, [])] for k in kinds]
    cases = []
    for zone in ("UTC", "America/New_York", "Pacific/Apia") if kinds[0] in ("date", "timestamp", "timestamptz") else ("UTC",):
        for given in itertools.product(*lists):
            cases.append((zone, given))
    function = text_of(kinds, declared, condition).replace(
        "  SELECT count(*) INTO n FROM s WHERE v = 0;\n  UPDATE s SET v = 1 WHERE k = z;\n  RETURN n;", "  RETURN 1;")
    function = function[function.index("CREATE FUNCTION f("):].replace("CREATE FUNCTION f", "CREATE OR REPLACE FUNCTION pg_temp.f")
    calls = "\n".join(f"PERFORM try('{zone}', $x$pg_temp.f({', '.join(given)}, 1)$x$);" for zone, given in cases)
    return function + f"DO $do$ BEGIN\n{calls}\nEXCEPTION WHEN assert_failure THEN RAISE NOTICE 'holds: %', SQLERRM; END $do$;\n"


TRY = """CREATE FUNCTION try(zone text, call text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE n bigint; BEGIN
  PERFORM set_config('TimeZone', zone, false);
  BEGIN EXECUTE 'SELECT ' || call INTO n; EXCEPTION WHEN OTHERS THEN n := 0; END;
  IF n = 1 THEN RAISE EXCEPTION USING ERRCODE = 'assert_failure', MESSAGE = zone || ' ' || call; END IF;
END $$;
"""


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    if not postgresql.folder():
        return postgresql.SKIPPED
    sets = [drawn(f"conditions {i}") for i in range(seed, seed + count)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        safe = list(pool.map(lambda s: called_safe(text_of(*s)), sets))
    never = [s for s, is_safe in zip(sets, safe) if is_safe]
    wrong = 0
    with postgresql.Server() as server:
        server.psql(division.SCHEMA + TRY)
        for kinds, declared, condition in never:
            _, messages, _ = server.psql(tried(kinds, declared, condition), "-v", "VERBOSITY=terse")
            holds = [line for line in messages.splitlines() if "holds:" in line]
            if holds:
                wrong += 1
                print(f"FAILED {condition}\n  over {', '.join(kinds)} {declared or ''}\n  {holds[0]}", flush=True)
    print(f"{count} conditions: {len(never)} are called never true, {wrong} of them hold of some arguments")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
