"""Whether a call in each place of a statement is run is asked of a server, several times in one session, as plans are
kept. Where it is not run, a routine that relies on the lock which the call takes must not be called safe; where it
always is, and positions.py marks the place, it must be; and a run in memory must not show the anomaly, if
no table can be empty that makes the difference.

evaluated.py [--list] [NAME…]     --list: what the server says, and each verdict        (77: there is no server)"""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import postgresql  # noqa: E402
from positions import DECLARATIONS, POSITIONS, ROWS, SCHEMA  # noqa: E402

RUNS = 8  # a plan without the variables' values is made for the sixth


def routine(name, text, after):
    return f"""CREATE PROCEDURE {name}(a int) LANGUAGE plpgsql AS $x$
DECLARE {DECLARATIONS} q int;
BEGIN
  {text}
  {after}
END $x$;
"""


def ask(server):
    """name -> how many of the runs took the lock, and how many there were; errors."""
    script = [SCHEMA, ROWS, "CREATE TABLE seen(name text, locked boolean);"]
    for number, (name, text, *_) in enumerate(POSITIONS):
        script.append(routine(f"p{number}", text, f"""INSERT INTO seen SELECT '{name}', EXISTS (SELECT 1 FROM pg_locks
    WHERE locktype = 'advisory' AND objid = 1 AND pid = pg_backend_pid());"""))
        for _ in range(RUNS):  # what it writes is undone, but for what was seen
            script.append(f"BEGIN; CALL p{number}(1); SELECT name, locked FROM seen; ROLLBACK;")
    done = subprocess.run([postgresql.folder() + "/psql", "-X", "-q", "-t", "-A", "-h", server.work, "-U", server.USER, "-d",
                           "postgres"], input="\n".join(script), text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False)
    counts = {}
    for line in done.stdout.splitlines():
        name, _, locked = line.partition("|")
        if locked in ("t", "f"):
            of, all_runs = counts.get(name, (0, 0))
            counts[name] = of + (locked == "t"), all_runs + 1
    return counts, [line for line in done.stderr.splitlines() if "ERROR" in line]


def verdict(isoproof, number, text, folder, options=("--no-replay",)):
    path = os.path.join(folder, f"{number}.sql")
    race = "SELECT v INTO q FROM u WHERE id = 1; UPDATE u SET v = q + 1 WHERE id = 1;"
    with open(path, "w", encoding="utf-8") as file:
        file.write(SCHEMA + "CREATE TABLE u(id int PRIMARY KEY, v int NOT NULL);\n" + routine("asks", text, race))
    done = subprocess.run([isoproof, "analyze", "--level", "postgresql/read-committed", "--transactions", "asks", "--whole-only", *options,
                           "--format", "json", path], capture_output=True, text=True, check=False)
    try:
        return json.loads(done.stdout)["results"][0]["verdict"]
    except (ValueError, KeyError, IndexError):
        return "error: " + done.stderr.strip()[-200:]


READS = re.compile(r"\b(FROM|UPDATE|MERGE|INSERT)\b")  # in memory its tables may be empty


def shown(isoproof, text, folder):
    """Is the anomaly of it confirmed, in the time that one takes?"""
    return verdict(isoproof, "shown", text, folder, ("--max-cycle", "2", "--timeout", "1")) == "unsafe"


def main():
    show = "--list" in sys.argv
    only = [word for word in sys.argv[1:] if not word.startswith("--")]
    if not postgresql.folder():
        return postgresql.SKIPPED
    with postgresql.Server() as server:
        counts, errors = ask(server)
    cases = [p for p in POSITIONS if not only or p[0] in only]
    isoproof, wrong, safe = os.environ["ISOPROOF"], 0, 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        verdicts = pool.map(lambda item: verdict(isoproof, item[0], item[1][1], folder), enumerate(cases))
        for (name, text, *marks), got in zip(cases, verdicts):
            locked, runs = counts.get(name, (0, 0))
            if runs == 0:
                what = "the server gives no answer"
            elif locked < runs and got == "safe":
                what = f"safe, but run {locked} times of {runs}"
            elif marks and got != "safe":
                what = f"{got}, though always run"
            elif locked == runs and got != "safe" and not READS.search(text) and shown(isoproof, text, folder):
                what = "shown by a run in memory, though always run"
            elif marks and locked < runs:
                what = "marked, but not always run"
            else:
                what = "error" if got.startswith("error") else ""
            wrong += what != ""
            safe += got == "safe"
            if show or what:
                print(f"{'FAILED' if what else 'ok    '} {name}: {text} -- {what or f'run {locked} times of {runs}: {got}'}")
    for line in sorted(set(errors))[:20] if wrong else []:
        print(line)
    always = sum(locked == runs for locked, runs in counts.values())
    print(f"{len(cases)} places, {always} where the server always runs it, {safe} called safe")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
