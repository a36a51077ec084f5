#!/usr/bin/env python3
"""What one proof method decides that the others do not: a line for each set of programs whose answer differs.

Each FOLDER is a project, as scripts/coverage.py reads it. With --benchmarks, the sets of
benchmarks/expected.toml and of benchmarks/robustness.py come first. Each set is analyzed twice at
one level, with and without the method.

usage: proof-gain.py [--isoproof PATH] [--method METHOD] [--level LEVEL] [--timeout SECONDS] [--benchmarks] [FOLDER…]
"""

import argparse
import pathlib
import sys
import tomllib

import coverage
import verdict_table

sys.path.append(str(coverage.ROOT / "benchmarks"))
import robustness  # noqa: E402: found only now

METHODS = ["window", "inductive", "shortest-path", "delayed"]
BENCHMARKS = coverage.ROOT / "benchmarks"


def benchmark_sets():
    sets = tomllib.loads((BENCHMARKS / "expected.toml").read_text())["sets"]
    for name, one in sets.items():
        yield name, [str(BENCHMARKS / file) for file in one["files"]]
    for name, files, *_ in robustness.SETS:
        yield name, [str(BENCHMARKS / file) for file in files]


def project_sets(folders):
    for folder in folders:
        for number, files in enumerate(coverage.workloads(folder)):
            where = pathlib.Path(files[0]).parent.name if number or folder.name not in str(files[0]) else folder.name
            yield f"{folder.name}: {where}" if where != folder.name else where, list(map(str, files))


class Answer:
    """Of one run: the verdict, how many programs are decided, and how many cycles no run shows."""

    def __init__(self, run):
        self.seconds = run.seconds
        self.said = None
        if run.report is None or not run.report["results"]:
            return
        result = run.report["results"][0]
        programs = len(run.report["transactions"])
        known = sum(map(verdict_table.decided, result["programs"])) if result["programs"] else \
            programs * (result["verdict"] != "undecided")
        unconfirmed = sum((anomaly["replay"] or {"status": "none"})["status"] != "confirmed" for anomaly in result["anomalies"])
        self.said = result["verdict"], known, programs, unconfirmed

    def text(self):
        if not self.said:
            return "no report"
        verdict, known, programs, unconfirmed = self.said
        return f"{verdict}, {known} of {programs} programs, {unconfirmed} not shown"


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    parser.add_argument("--isoproof", default=str(coverage.ROOT / "build" / "isoproof"))
    parser.add_argument("--method", choices=METHODS, default="delayed")
    parser.add_argument("--level", default="snapshot-isolation")
    parser.add_argument("--timeout", default="60")
    parser.add_argument("--benchmarks", action="store_true")
    parser.add_argument("folders", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    others = ",".join(method for method in METHODS if method != arguments.method)
    sets = (list(benchmark_sets()) if arguments.benchmarks else []) + list(project_sets(arguments.folders))
    differing, faults, seconds = 0, 0, [0.0, 0.0]
    print(f"| set | without {arguments.method} | with {arguments.method} | seconds |\n| --- | --- | --- | --- |")
    for name, files in sets:
        common = ["--level", arguments.level, "--timeout", arguments.timeout]
        without = Answer(verdict_table.Run(arguments.isoproof, common + ["--proof", others] + files, None))
        whole = Answer(verdict_table.Run(arguments.isoproof, common + files, None))
        faults += (without.said is None) + (whole.said is None)
        seconds[0] += without.seconds
        seconds[1] += whole.seconds
        if without.said != whole.said:
            differing += 1
            print(f"| {name} | {without.text()} | {whole.text()} | {without.seconds:.1f}, {whole.seconds:.1f} |", flush=True)
    print(f"\n{differing} of {len(sets)} sets differ; all of them took {seconds[0]:.0f} s without, {seconds[1]:.0f} s with")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
