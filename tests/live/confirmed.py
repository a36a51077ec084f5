"""What is confirmed in memory of programs with constructs that servers and replays know differently, happens on a server
as predicted.

usage: confirmed.py
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from server import Server

ISOPROOF = os.environ.get("ISOPROOF", "isoproof")
FOLDER = pathlib.Path(__file__).resolve().parents[1] / "replay"
RC, RR, SER = "postgresql/read-committed", "postgresql/repeatable-read", "postgresql/serializable"
# File, level, programs, how many anomalies there are at least.
CASES = [("parts.sql", RC, "settle#2", 1), ("parts.sql", RC, "batch,batch#2", 3), ("parts.sql", RC, "dry_run#2", 1),
         ("temporary.sql", RC, "sweep,collect,by_hand,later,later#2", 8),
         ("../patterns/booking-unguarded.sql", RC, "book", 1), ("../patterns/booking-unguarded.sql", RR, "book", 1),
         ("../patterns/booking-counted.sql", RC, "book", 1), ("../patterns/booking-counted.sql", RR, "book", 1),
         ("instead.sql", RC, "raise_it", 1), ("arbiter.sql", RC, "push,finish,reads_then_push", 3),
         ("undone.sql", RC, "try_and_move,enter,lock_and_look", 6), ("undone.sql", RC, "copy_once", 1),
         ("undone.sql", RR, "try_and_move", 1), ("caught.sql", RC, "get_or_create,enter,leave,join_in", 3),
         ("caught.sql", RR, "get_or_create,enter,leave,join_in", 3), ("caught.sql", SER, "enter_or_count", 1),
         ("session-lock.sql", RC, "early,soon,shared#2", 4), ("untyped.sql", RC, "once,asks", 2),
         ("set-sequence.sql", RC, "draws,sets", 1), ("set-sequence.sql", SER, "draws,sets", 1),
         ("set-sequence.sql", SER, "sets_and_draws", 1), ("set-sequence.sql", RR, "draws_last", 1),
         ("unused-with.sql", RC, "pay", 1)]
# What the user-defined routines make of the schema is made on the server, too.
CASES += [("../soundness/unique-keys/dropped-by-routine.sql", RC, "p", 1),
          ("../soundness/definitions/trigger-created-in-branch.sql", RR, "p", 1),
          ("../soundness/definitions/function-created-by-text.sql", RR, "p", 1)]


failures = 0


def wrong(name, message):
    global failures
    failures += 1
    print(f"{name}: {message}")


def run(*arguments):
    return subprocess.run([ISOPROOF, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)


def check(dsn, folder, file, level, programs, least):
    name, path = f"{file} {programs}", pathlib.Path(folder) / "report.json"
    done = run("analyze", "--level", level, "--transactions", programs, "--all-anomalies", "--format", "json", "--output",
               str(path), str(FOLDER / file))
    if done.returncode not in (0, 1, 3):
        wrong(name, done.stderr)
        return
    confirmed = {a["id"] for a in json.loads(path.read_text())["results"][0]["anomalies"]
                 if a["replay"]["status"] == "confirmed"}
    if len(confirmed) < least:
        wrong(name, f"{len(confirmed)} confirmed, not {least}")
        return
    done = run("replay", "--dsn", dsn, "--anomaly", ",".join(sorted(confirmed)), "--format", "json", str(path))
    for one in json.loads(done.stdout)["replays"] if done.stdout else []:
        if one["outcome"] != "agrees":
            wrong(name, json.dumps(one, indent=1))
    if done.returncode != 0:
        wrong(name, f"status {done.returncode}: {done.stderr}")


def main():
    with Server() as server, tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            check(server.dsn(), folder, *case)
    return 1 if failures else 0


sys.exit(main())
