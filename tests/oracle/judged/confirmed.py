"""Anomalies of random sets that were confirmed in memory, on a server: each step, each error, each wait and the rows at the end
must be as predicted. What differs is a wrong replay, and may be a wrong "unsafe".

usage: confirmed.py ISOPROOF [--sets N] [--seed S] [--generator NAME] [--cases FILE…] [--verbose] [--save FOLDER]

At serializable a server looks at pages and whole tables, so it may refuse for nothing: those are counted apart. 77: no
server."""
import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "live")]
from server import Server  # noqa: E402 pylint: disable=wrong-import-position
import sets  # noqa: E402 pylint: disable=wrong-import-position

LEVELS = [f"postgresql/{level}" for level in sets.LEVELS]
PATIENCE = 60


def run(*arguments):
    return subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=PATIENCE, check=False)


class Tally:
    def __init__(self):
        self.sets = self.confirmed = self.agree = self.refused = self.not_run = self.wrong = self.slow = 0

    def __str__(self):
        return (f"{self.sets} sets, {self.confirmed} confirmed anomalies: {self.agree} as predicted, {self.refused} refused at "
                f"serializable, {self.not_run} not run, {self.slow} sets too slow, {self.wrong} wrong")


def show(name, level, one):
    print(f"{name} at {level}: {one['outcome']} {one['reason'] or ''}")
    for step in one["steps"]:
        wait = "" if step["waited"] == step["predicted_to_wait"] else f" waited: {step['waited']}"
        print(f"    {step['instance']} {step['step']} | {step['predicted']} | {step['server']}{wait}"
              f"{'' if step['agrees'] else '   <<<'}")
    for line in one["final_differences"]:
        print(f"    {line}")


def check(isoproof, dsn, folder, name, programs, tally, verbose):
    file, report = folder / "set.sql", folder / "report.json"
    file.write_text(programs.text)
    levels = ",".join(f"postgresql/{level}" for level in programs.levels)
    try:
        done = run(isoproof, "analyze", "--quiet", "--max-cycle", "3", "--timeout", "15", "--all-anomalies", "--level", levels,
                   "--format", "json", "--output", str(report), str(file))
        if done.returncode not in (0, 1, 3):
            return True
        wanted = [a["id"] for result in json.loads(report.read_text())["results"] for a in result["anomalies"]
                  if a["replay"]["status"] == "confirmed"]
        if not wanted:
            return True
        done = run(isoproof, "replay", "--dsn", dsn, "--format", "json", "--anomaly", ",".join(sorted(set(wanted))), str(report))
    except subprocess.TimeoutExpired:
        tally.slow += 1
        return True
    good = True
    if "a replay runs in one schema of its own" in done.stderr:
        tally.not_run += len(wanted)
        return True
    if not done.stdout:
        print(f"{name}: status {done.returncode}: {done.stderr.strip()}")
        tally.wrong += 1
        return False
    for one in json.loads(done.stdout)["replays"]:
        tally.confirmed += 1
        if one["outcome"] == "agrees":
            tally.agree += 1
        elif one["outcome"] == "refused" and "serializable" in one["isolation"]:
            tally.refused += 1
            if verbose:
                show(name, one["level"], one)
        elif one["outcome"] == "not-run":
            tally.not_run += 1
        else:
            tally.wrong += 1
            good = False
            show(name, one["level"], one)
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("isoproof")
    parser.add_argument("--sets", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--generator", action="append", choices=sets.generators())
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--cases", nargs="+", help="files as judge.py takes them")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--save")
    a = parser.parse_args()
    names, tally, start = a.generator or sets.generators(), Tally(), time.monotonic()
    with Server() as server, tempfile.TemporaryDirectory() as folder:
        for path in a.cases or []:
            tally.sets += 1
            check(a.isoproof, server.dsn(), pathlib.Path(folder), path, sets.case(path), tally, a.verbose)
        for seed in range(a.seed, a.seed + (0 if a.cases else a.sets)):
            if time.monotonic() - start > a.seconds:
                break
            kind = names[seed % len(names)]
            programs = sets.Set(sets.generator(kind)(random.Random(seed)))
            tally.sets += 1
            for role in programs.roles:
                server.sql(f"DO $$ BEGIN CREATE ROLE {role}; EXCEPTION WHEN duplicate_object THEN NULL; END $$")
            if not check(a.isoproof, server.dsn(), pathlib.Path(folder), f"{kind} {seed}", programs, tally, a.verbose) and a.save:
                pathlib.Path(a.save).mkdir(parents=True, exist_ok=True)
                (pathlib.Path(a.save) / f"{kind}-{seed}.sql").write_text(programs.text)
    print(tally)
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
