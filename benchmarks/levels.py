#!/usr/bin/env python3
"""The 46 problems of Barros et al. (2026), section 5: a history that some levels allow and another forbids, of up to
3 to 10 transactions, 5 objects and 5 values. B are levels on commit orders, C those on visibility, with sessions.

usage: levels.py [--sizes 3,…,10] [--timeout SECONDS] [--check] [ISOPROOF]

Prints, for each size and kind of problem, how many were decided, the mean and the longest time, and the candidates
that were tried. --check: exit status 1 if an answer is wrong or missing, and give each history that was found to isoproof
check.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

SPECS = pathlib.Path(__file__).resolve().parent.parent / "specs"
NAMES = ["read-atomic", "causal-consistency", "prefix-consistency", "snapshot-isolation", "serializability"]
B = {name: f"biswas-enea/{name}" for name in NAMES + ["update-serializability", "tap-read-atomic", "tap-causal-consistency"]}
C = {name: f"session/{name}" for name in NAMES[:3]}
C |= {"snapshot-isolation": "strong-session-snapshot-isolation", "serializability": f"{SPECS}/serializability.smt2",
      "update-serializability": f"{SPECS}/update-serializability.smt2"}
KINDS = ["found, one family", "found, mixed", "none, one family", "none, mixed"]


def problems():
    """(kind, levels to allow, level to forbid, transactions that a history needs)"""
    for weaker, stronger in zip(NAMES, NAMES[1:]):
        least = 4 if weaker == "causal-consistency" else 3
        for one, other in (B, C), (C, B):
            yield 0, [one[weaker]], one[stronger], least
            yield 1, [one[weaker]], other[stronger], least
            yield 2, [one[stronger]], one[weaker], 0
    families = [(a, u, s) for a in (B, C) for u in (B, C) for s in (B, C)]
    for a, u, s in families:
        mixed = not a is u is s
        yield int(mixed), [a["snapshot-isolation"], u["update-serializability"]], s["serializability"], 3
    yield 0, [B["tap-read-atomic"]], B["read-atomic"], 2
    yield 2, [B["read-atomic"]], B["tap-read-atomic"], 0
    yield 2, [B["causal-consistency"]], B["tap-causal-consistency"], 0
    yield 2, [B["tap-causal-consistency"]], B["causal-consistency"], 0
    for name in NAMES:
        yield 3, [B[name]], C[name], 0
        yield 3, [C[name]], B[name], 0


def judge(command, history, allow, forbid):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(history, file)
        file.flush()
        for level, expected in [(level, True) for level in allow] + [(forbid, False)]:
            run = subprocess.run([command, "check", "--level", level, "--format", "json", file.name], capture_output=True, text=True)
            if json.loads(run.stdout)["results"][0]["consistent"] != expected:
                return f"isoproof check says otherwise at {level}"
    return None


def solve(command, allow, forbid, size, seconds):
    start = time.time()
    run = subprocess.run([command, "compare", "--allow", ",".join(allow), "--forbid", forbid, "--scope", f"{size},5,5",
                          "--timeout", str(seconds), "--format", "json"], capture_output=True, text=True)
    if not run.stdout:
        sys.exit(f"{allow} {forbid}: {run.stderr}")
    report = json.loads(run.stdout)
    return report["history"], report["statistics"]["history"], time.time() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="3,4,5,6,7,8,9,10")
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("command", nargs="?", default=os.environ.get("ISOPROOF", "isoproof"))
    arguments = parser.parse_args()
    wrong = 0
    print(f"{'transactions':>12}  {'problems':<18} {'decided':>8} {'mean ms':>8} {'max ms':>8} {'candidates':>10}")
    for size in map(int, arguments.sizes.split(",")):
        rows = {kind: [] for kind in range(len(KINDS))}
        for kind, allow, forbid, least in problems():
            history, statistics, seconds = solve(arguments.command, allow, forbid, size, arguments.timeout)
            expected = "found" if kind < 2 and size >= least else "none"
            decided = statistics["end"] in ("found", "none")
            rows[kind].append((decided, seconds, statistics["candidates"]))
            fault = None
            if statistics["end"] != expected:
                fault = f"expected {expected}, got {statistics['end']}"
            elif history and arguments.check:
                fault = judge(arguments.command, history, allow, forbid)
            if fault:
                wrong += 1
                print(f"{size} transactions, allowed by {', '.join(allow)}, forbidden by {forbid}: {fault}", file=sys.stderr)
        for kind, results in rows.items():
            times = [seconds * 1000 for _, seconds, _ in results]
            decided = f"{sum(d for d, _, _ in results)}/{len(results)}"
            print(f"{size:>12}  {KINDS[kind]:<18} {decided:>8} {sum(times) / len(times):>8.0f} {max(times):>8.0f} "
                  f"{sum(c for _, _, c in results):>10}", flush=True)
    return 1 if wrong and arguments.check else 0


if __name__ == "__main__":
    sys.exit(main())
