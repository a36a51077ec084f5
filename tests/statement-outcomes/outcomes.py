"""What each kind of statement does to FOUND and ROW_COUNT (PostgreSQL 15, section 43.5.5), asked of a server, and held
against what isoproof makes of it: a routine that changes rows unguarded only where FOUND, or ROW_COUNT, is after the
statement what the server says must never be called safe, whatever both were before.

The interpreter must say what the server says.

outcomes.py RUN_SQL [--list] [--memory] [NAME…]     (77: there is no server)
--list: each verdict, what is not run in memory; --memory: the interpreter alone"""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import postgresql  # noqa: E402
from statements import DECLARATIONS, OF_SETS, ROWS, SCHEMA, STATEMENTS  # noqa: E402

# FOUND and ROW_COUNT before the statement: true and 7, false and 0.
BEFORE = {"found": "PERFORM generate_series(1, 7);", "nothing": "PERFORM 1 WHERE false;"}

SEEN = "CREATE TABLE seen(name text, before text, found boolean, n bigint);"


def routine(name, before, text, after, of_set):
    """Changes the row of u where `after` lets it."""
    kind = f"FUNCTION {name}(a int, b int) RETURNS SETOF int" if of_set else f"PROCEDURE {name}(a int, b int)"
    return f"""CREATE {kind} LANGUAGE plpgsql AS $x$
DECLARE {DECLARATIONS} n bigint; q int;
BEGIN
  {BEFORE[before]}
  {text}
  {after}
END $x$;
"""


RACE = "SELECT v INTO q FROM u WHERE id = 1; UPDATE u SET v = q + 1 WHERE id = 1;"


def ask(server, cases):
    """(name, before) -> (FOUND, ROW_COUNT), both as texts; None where the statement fails."""
    script = [SCHEMA, ROWS, SEEN]
    number = 0
    for case in cases:
        for before in BEFORE:
            number += 1
            script.append(measure(number, case, before))
            call = f"SELECT * FROM m{number}(1, -1);" if case[3] else f"CALL m{number}(1, -1);"
            script.append(call + f" TRUNCATE t, w, fired, refused; {ROWS} DROP TABLE IF EXISTS made; CLOSE ALL;")
    script.append("\\pset tuples_only on\n\\pset format unaligned\nSELECT name, before, found, n FROM seen;")
    done = subprocess.run([postgresql.folder() + "/psql", "-X", "-q", "-h", server.work, "-U", server.USER, "-d", "postgres"],
                          input="\n".join(script), text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    answers = {}
    for line in done.stdout.splitlines():
        parts = line.split("|")
        if len(parts) == 4 and parts[1] in BEFORE:
            answers[parts[0], parts[1]] = parts[2], parts[3]
    return answers, [line for line in done.stderr.splitlines() if "ERROR" in line]


def measure(number, case, before):
    name, text, _, of_set = case
    return routine(f"m{number}", before, text, f"""x := NULL; GET DIAGNOSTICS n = ROW_COUNT;
  INSERT INTO seen VALUES ('{name}', '{before}', FOUND, n);""", of_set)


def in_memory(run_sql, cases, folder):
    """As ask(); None where the interpreter does not run it."""
    schema, lines, names = [SCHEMA, ROWS, SEEN], [], []
    for case in cases:
        for before in BEFORE:
            names.append((case[0], before))
            schema.append(measure(len(names), case, before))
            lines.append(f"{'SELECT * FROM' if case[3] else 'CALL'} m{len(names)}(1, -1); SELECT 'seen', found, n FROM seen")
    path = os.path.join(folder, "schema.sql")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(schema))
    done = subprocess.run([run_sql, path], input="".join(line + "\n" for line in lines), text=True, stdout=subprocess.PIPE,
                          check=True)
    answers, number = dict.fromkeys(names), 0
    for line in done.stdout.splitlines():
        if line.startswith("#"):
            number = int(line[1:])
        elif line.startswith("seen|"):
            answers[names[number - 1]] = tuple(line.split("|")[1:])
    return answers


def verdict(isoproof, text, folder, number, names):
    path = os.path.join(folder, f"{number}.sql")
    with open(path, "w", encoding="utf-8") as file:
        file.write(SCHEMA + "CREATE TABLE u(id int PRIMARY KEY, v int NOT NULL);\n" + text)
    done = subprocess.run([isoproof, "analyze", "--level", "postgresql/read-committed", "--transactions", names, "--no-replay",
                           "--whole-only", "--format", "json", path], capture_output=True, text=True, check=False)
    try:
        return json.loads(done.stdout)["results"][0]["verdict"]
    except (ValueError, KeyError, IndexError):
        return "error: " + done.stderr.strip()[-200:]


def main():
    show = "--list" in sys.argv
    run_sql = str(pathlib.Path(sys.argv[1]).absolute())
    only = [word for word in sys.argv[2:] if not word.startswith("--")]
    if not postgresql.folder():
        return postgresql.SKIPPED
    cases = [(s[0], s[1], s[2] if len(s) > 2 else set(), False) for s in STATEMENTS]
    cases += [(name, text, set(), True) for name, text in OF_SETS]
    cases = [case for case in cases if not only or case[0] in only]
    with postgresql.Server() as server:
        answers, errors = ask(server, cases)
    wrong, questions = 0, []
    with tempfile.TemporaryDirectory() as folder:
        mine = in_memory(run_sql, cases, folder)
    for key, answer in mine.items():
        if answer and answer != answers.get(key):
            wrong += 1
            print(f"FAILED {key[0]}, before it {key[1]}: {answers.get(key)} on the server, {answer} in memory")
        elif not answer and show:
            print(f"not run in memory: {key[0]}")
    print(f"{sum(answer is not None for answer in mine.values())} of {len(mine)} run in memory")
    for name, text, marks, of_set in cases:
        for before in BEFORE:
            if (name, before) not in answers:
                print(f"FAILED {name}: the server gives no answer: {errors[:3]}")
                return 1
            found, count = answers[name, before]
            conditions = [("FOUND", "IF FOUND THEN" if found == "t" else "IF NOT FOUND THEN"),
                          ("ROW_COUNT", f"GET DIAGNOSTICS n = ROW_COUNT; IF n = {count} THEN")]
            for what, condition in conditions:
                questions.append((name, before, what, found if what == "FOUND" else count, marks,
                                  routine("asks", before, text, f"{condition} {RACE} END IF;", of_set)))
    if "--memory" in sys.argv:
        return 1 if wrong else 0
    isoproof, tally = os.environ["ISOPROOF"], {}
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        verdicts = pool.map(lambda item: verdict(isoproof, item[1][5], folder, item[0], "asks,asks#2" if "ends" in item[1][4] else "asks"), enumerate(questions))
        for (name, before, what, answer, marks, text), got in zip(questions, verdicts):
            # A statement that makes others wait leaves no race.
            bad = (got == "safe" and "serializes" not in marks) or got.startswith("error")
            wrong += bad
            tally[got.split(":")[0]] = tally.get(got.split(":")[0], 0) + 1
            if show or bad:
                print(f"{'FAILED' if bad else 'ok    '} {name}, before it {before}: {what} is {answer}: {got}")
            if bad and only:
                print(text)
    print(f"{len(questions)} questions: " + ", ".join(f"{count} {got}" for got, count in sorted(tally.items())))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
