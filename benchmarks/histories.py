#!/usr/bin/env python3
"""Histories of a simulated database, and how long isoproof check takes for them.

    histories.py                       measures and prints a table as in README.md: seconds of the processor, and the answer
    histories.py --quick               its smaller sizes
    histories.py generate [OPTION…]    writes one history to standard output, in lines r(key,value,session,transaction)

The database keeps versions of keys. Sessions run transactions side by side, an operation at a time: at serializability a
transaction sees all that has committed before it; at snapshot isolation what had committed when it began, and it is run
again where another one has written the same key meanwhile; at causal consistency what its session has seen, which another
session's commits join from time to time; at read committed the newest version at each read.
"""

import argparse
import bisect
import os
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LEVELS = ["rc", "ra", "causal", "prefix", "si", "ser"]


class Keys:
    """Which key an operation touches."""

    def __init__(self, args, generator):
        self.random, self.count, self.kind = generator, args.keys, args.distribution
        if self.kind == "zipf":
            total, self.sums = 0.0, []
            for rank in range(1, args.keys + 1):
                total += 1.0 / rank
                self.sums.append(total)

    def pick(self):
        if self.kind == "hotspot":  # four fifths of the operations on one fifth of the keys
            fifth = max(1, self.count // 5)
            return self.random.randrange(fifth) if self.random.random() < 0.8 else self.random.randrange(self.count)
        if self.kind == "zipf":
            return bisect.bisect_left(self.sums, self.random.random() * self.sums[-1])
        return self.random.randrange(self.count)


class Database:
    def __init__(self, args):
        self.args, self.random = args, random.Random(args.seed)
        self.keys = Keys(args, self.random)
        self.clock, self.last_value, self.finished = 0, 0, 0
        self.versions = {}  # key: [(commit, value)]
        self.seen = [{} for _ in range(args.sessions)]  # causal: key: (commit, value)
        self.lines = []

    def version_at(self, key, clock):
        versions = self.versions.get(key, [])
        at = bisect.bisect_right(versions, (clock, float("inf")))
        return versions[at - 1][1] if at else 0

    def begin(self, session):
        if self.args.level == "causal" and self.random.random() < 0.3:
            mine = self.seen[session]
            for key, version in self.seen[self.random.randrange(self.args.sessions)].items():
                if version > mine.get(key, (0, 0)):
                    mine[key] = version
        return {"session": session, "begin": self.clock, "own": {}, "events": []}

    def read(self, transaction, key):
        if key in transaction["own"]:
            return transaction["own"][key]
        if self.args.level == "causal":
            return self.seen[transaction["session"]].get(key, (0, 0))[1]
        return self.version_at(key, self.clock if self.args.level == "rc" else transaction["begin"])

    def step(self, transaction):
        key = self.keys.pick()
        if self.random.random() < self.args.reads:
            transaction["events"].append(("r", key, self.read(transaction, key)))
        else:
            if self.random.random() < self.args.updates:
                transaction["events"].append(("r", key, self.read(transaction, key)))
            self.last_value += 1
            transaction["own"][key] = self.last_value
            transaction["events"].append(("w", key, self.last_value))

    def commit(self, transaction):
        if self.args.level == "si" and any(
                self.versions.get(key) and self.versions[key][-1][0] > transaction["begin"] for key in transaction["own"]):
            return
        self.clock += 1
        self.finished += 1
        for key, value in transaction["own"].items():
            self.versions.setdefault(key, []).append((self.clock, value))
            self.seen[transaction["session"]][key] = (self.clock, value)
        for kind, key, value in transaction["events"]:
            self.lines.append(f"{kind}({key},{value},{transaction['session']},{self.finished})\n")

    def run(self):
        running = [None] * self.args.sessions
        while self.finished < self.args.transactions:
            session = self.random.randrange(self.args.sessions)
            transaction = running[session] = running[session] or self.begin(session)
            steps = self.args.operations if self.args.level == "ser" else 1  # a serial run needs no turns
            for _ in range(steps):
                self.step(transaction)
            if len(transaction["events"]) >= self.args.operations:
                self.commit(transaction)
                running[session] = None
        return self.lines


def parser():
    result = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    result.add_argument("command", nargs="?", choices=["measure", "generate"], default="measure")
    result.add_argument("--quick", action="store_true", help="only the smaller sizes")
    result.add_argument("--transactions", type=int, default=5000)
    result.add_argument("--operations", type=int, default=20, help="a transaction")
    result.add_argument("--sessions", type=int, default=25)
    result.add_argument("--keys", type=int, default=5000)
    result.add_argument("--reads", type=float, default=0.5, help="their share of the operations")
    result.add_argument("--updates", type=float, default=0.0, help="share of the writes that read the key before")
    result.add_argument("--distribution", choices=["uniform", "hotspot", "zipf"], default="uniform")
    result.add_argument("--level", choices=["rc", "causal", "si", "ser"], default="ser")
    result.add_argument("--seed", type=int, default=1)
    return result


def measure_one(binary, level, path):
    """Seconds of the processor, megabytes and the answer of one check."""
    process = subprocess.Popen([binary, "check", "--quiet", "--level", level, path], stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    answer = {0: "yes", 1: "no", 3: "?"}.get(os.waitstatus_to_exitcode(status), output)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, answer


def measure(args):
    binary = os.environ.get("ISOPROOF", str(ROOT / "build" / "isoproof"))
    sizes = [1000, 5000] if args.quick else [1000, 5000, 20000, 100000]
    rows = [("ser", "uniform", n) for n in sizes]
    rows += [(level, "uniform", 5000) for level in ("si", "causal", "rc")]
    rows += [(level, kind, 5000) for level in ("ser", "si") for kind in ("hotspot", "zipf")]
    print(f"{'database':<10}{'keys':<9}{'transactions':>13}" + "".join(f"{level:>14}" for level in LEVELS) + f"{'MB':>7}")
    with tempfile.TemporaryDirectory() as folder:
        for level, kind, count in rows:
            path = pathlib.Path(folder) / "history.txt"
            with open(path, "w", encoding="ascii") as file:  # by another process: its memory is not the check's
                subprocess.run([sys.executable, __file__, "generate", "--level", level, "--distribution", kind,
                                "--transactions", str(count), "--seed", str(args.seed)], stdout=file, check=True)
            cells, most = "", 0
            for checked in LEVELS:
                seconds, size, answer = measure_one(binary, checked, path)
                most = max(most, size)
                cells += f"{seconds:>10.2f} {answer:<3}"
            print(f"{level:<10}{kind:<9}{count:>13}{cells}{most:>7.0f}", flush=True)


def main():
    args = parser().parse_args()
    if args.command == "generate":
        sys.stdout.writelines(Database(args).run())
    else:
        measure(args)


if __name__ == "__main__":
    main()
