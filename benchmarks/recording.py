#!/usr/bin/env python3
"""What `isoproof record` costs: the throughput of pgbench -S straight to a server and through the recorder.

usage: recording.py [--rounds N] [--seconds S] [--clients C] [ISOPROOF]

Starts a throw-away server. Rounds alternate, so that other work on the machine disturbs both alike; the medians of the rounds are
printed for each protocol of pgbench. Client, server and recorder share the machine. On a machine that does much else throughput says
little; the processor time of the recorder itself, a transaction, still does.
"""
import argparse
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests"))
import postgresql  # noqa: E402

MODES = "simple", "extended", "prepared"


def run(command):
    """Transactions a second, and microseconds of processor time a transaction of the command and what it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = re.search(r"^tps = ([0-9.]+)", done.stdout, re.MULTILINE)
    count = re.search(r"transactions actually processed: ([0-9]+)", done.stdout)
    if done.returncode or not found or not count:
        sys.exit(f"{' '.join(command)}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return float(found[1]), 1e6 * seconds / int(count[1])


def row(arguments, server, mode):
    trace = server.work + "/trace.jsonl"
    bench = [postgresql.folder() + "/pgbench", "-n", "-S", "-M", mode, "-c", str(arguments.clients), "-T", str(arguments.seconds)]
    recorded = [arguments.isoproof, "record", "--upstream", f"host={server.work} user={server.USER} dbname=postgres",
                "--output", trace, "--", *bench]
    straight, through = [], []
    for _ in range(arguments.rounds):
        straight.append(run(bench + ["-h", server.work, "-U", server.USER, "postgres"]))
        through.append(run(recorded))
        os.remove(trace)
    before, after = (statistics.median(one[0] for one in of) for of in (straight, through))
    client, both = (statistics.median(one[1] for one in of) for of in (straight, through))
    return f"| {mode} | {before:.0f} | {after:.0f} | {100 * (1 - after / before):.0f} % | {both - client:.0f} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("isoproof", nargs="?", default=os.environ.get("ISOPROOF") or str(HERE.parent / "build" / "isoproof"),
                        help="the command to run (default: $ISOPROOF, then build/isoproof)")
    parser.add_argument("--rounds", type=int, default=5, help="medians of so many (default: 5)")
    parser.add_argument("--seconds", type=int, default=3, help="of each run of pgbench (default: 3)")
    parser.add_argument("--clients", type=int, default=4, help="of pgbench (default: 4)")
    arguments = parser.parse_args()
    if not postgresql.folder():
        print("skipped: no PostgreSQL server is installed", file=sys.stderr)
        return postgresql.SKIPPED
    with postgresql.Server() as server:
        programs = postgresql.folder()
        subprocess.run([programs + "/pgbench", "-i", "-q", "-h", server.work, "-U", server.USER, "postgres"],
                       capture_output=True, check=True)
        print("| protocol | transactions a second | recorded | cost | recorder, µs a transaction |\n| --- | --- | --- | --- | --- |")
        for mode in MODES:
            print(row(arguments, server, mode), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
