"""The benchmark runner itself: it must accept what is expected and notice whatever is not.

A replacement for the command prints a prepared report.
"""

import json
import os
import subprocess
import sys
import tempfile

RUN = os.path.join(os.environ["ISOPROOF_SOURCE_DIR"], "benchmarks", "run")


def report(verdict, cycles=(), proof=None, kind="lost-update", status="confirmed", observable=True):
    anomalies = [{"kind": kind, "instances": [{"transaction": name} for name in cycle.split("/")],
                  "replay": {"status": status, "observable": observable}} for cycle in cycles]
    return json.dumps({"notes": [], "results": [{
        "level": "read-atomic", "verdict": verdict, "reason": "a reason" if verdict == "undecided" else None,
        "proof": proof, "anomalies": anomalies, "statistics": {"queries": 7}}]})


def run(output, status, only, end=""):
    """Exit status and messages of the runner when isoproof prints output and ends with status."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "report"), "w", encoding="utf-8") as file:
            file.write(output)
        command = os.path.join(folder, "isoproof")
        with open(command, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\ncat '{folder}/report'\n{end}\nexit {status}\n")
        os.chmod(command, 0o755)
        done = subprocess.run([sys.executable, RUN, command, "--only", only], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr


def main():
    withdraw, upgraded, subset = "^Withdraw read-atomic$", "^Courseware .*published upgrades$", "^smallbank subsets$"
    fork = "enroll/add_student/enroll/add_course"
    proof = {"method": "window", "detail": "(2,0)"}
    cases = [
        # what it prints, its exit status, the row, the runner's exit status, what the runner says
        (report("unsafe", ["withdraw/withdraw"]), 1, withdraw, 0, "| 7 |"),
        (report("safe", proof=proof), 0, withdraw, 1, "safe, not unsafe"),
        (report("undecided"), 3, withdraw, 1, "undecided, not unsafe (a reason)"),
        (report("unsafe", []), 1, withdraw, 1, "missing: withdraw/withdraw"),
        (report("unsafe", ["withdraw/withdraw", "withdraw/withdraw/withdraw"]), 1, withdraw, 1,
         "not expected: withdraw/withdraw/withdraw"),
        (report("unsafe", ["withdraw/withdraw"], kind="phantom"), 1, withdraw, 1, "kind: phantom"),
        (report("unsafe", ["withdraw/withdraw"], status="refuted"), 1, withdraw, 1, "unconfirmed: withdraw/withdraw"),
        (report("unsafe", ["withdraw/withdraw"], observable=False), 1, withdraw, 1, "benign: withdraw/withdraw"),
        (report("unsafe", ["withdraw/withdraw"]), 0, withdraw, 1, "exit status 0, but the verdict is unsafe"),
        (report("unsafe", ["withdraw/withdraw"]), 2, withdraw, 1, "exit status 2"),
        ("{", 1, withdraw, 1, "no report"),
        ("", 0, withdraw, 1, "no report"),
        # A cycle is the same wherever it starts, but not in the other direction.
        (report("unsafe", [fork], kind="long-fork", observable=False), 1, upgraded, 0, "add_course/enroll/add_student/enroll"),
        (report("unsafe", ["enroll/add_course/add_student/enroll"], kind="long-fork"), 1, upgraded, 1, "missing"),
        # Every subset safe: then the maximal safe one is the whole set.
        (report("safe", proof=proof), 0, subset, 1, "maximal safe subsets are {amalgamate, balance, deposit_checking, "
         "transact_savings, write_check}"),
        (report("safe", proof=proof), 0, "no such row at all", 2, "no such row"),
    ]
    failed = 0
    for output, status, only, expected, message in cases:
        got, text = run(output, status, only)
        if got != expected or message not in text:
            failed += 1
            print(f"FAILED: {output[:200]} with exit status {status}: runner ended with {got}, not {expected}; "
                  f"'{message}' should stand in:\n{text}")
    got, text = run("", 0, withdraw, end="kill -SEGV $$")
    if got != 1 or "killed by signal 11" not in text:
        failed += 1
        print(f"FAILED: a crash: runner ended with {got}:\n{text}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
