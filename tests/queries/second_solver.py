"""--save-queries: every question of a run is there, a solver of other authors
reads it, and answers as ours did. A wrong answer would be a wrong verdict."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ISOPROOF = os.environ["ISOPROOF"]
BENCHMARKS = pathlib.Path(os.environ["ISOPROOF_SOURCE_DIR"]) / "benchmarks"
RUNS = [
    ("read-atomic,update-atomic", ["withdraw/withdraw.sql"]),
    ("read-atomic,snapshot-isolation", ["bank/bank.sql"]),
    ("parallel-snapshot-isolation,snapshot-isolation", ["smallbank/smallbank.sql"]),
]
TIMES = re.compile(r'"(?:[a-z]+_)?seconds": [^\n]*')
# No time limit ends a run: where one did, on a busy machine, the two reports would differ.
ANALYZE = [ISOPROOF, "analyze", "--timeout", "600", "--format", "json", "--max-cycle", "3"]
STATUS = re.compile(r"^\(set-info :status (sat|unsat|unknown)\)$", re.MULTILINE)


def main():
    if not shutil.which("cvc5"):
        print("cvc5 is not installed")
        return 1
    failed = compared = 0
    for levels, files in RUNS:
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [*ANALYZE, "--level", levels, "--save-queries", folder + "/queries",
                 *(str(BENCHMARKS / file) for file in files)], capture_output=True, text=True)
            alone = subprocess.run(
                [*ANALYZE, "--level", levels, *(str(BENCHMARKS / file) for file in files)],
                capture_output=True, text=True)
            if TIMES.sub("", alone.stdout) != TIMES.sub("", done.stdout) or not alone.stdout:
                failed += 1
                print(f"FAILED {files} at {levels}: the report differs when the queries are saved")
            queries = sum(result["statistics"]["queries"] for result in json.loads(done.stdout)["results"])
            saved = sorted(pathlib.Path(folder, "queries").iterdir())
            if len(saved) != queries or not queries:
                failed += 1
                print(f"FAILED {files} at {levels}: {queries} queries, {len(saved)} files")
            for file in saved:
                ours = STATUS.search(file.read_text()).group(1)
                theirs = subprocess.run(["cvc5", "--tlimit=20000", file], capture_output=True, text=True).stdout.strip()
                if theirs not in ("sat", "unsat") or ours == "unknown":
                    print(f"{files} at {levels}, {file.name}: {ours} here, '{theirs}' there")
                    failed += not (theirs == "unknown" or "timeout" in theirs or ours == "unknown")
                    continue
                compared += 1
                if theirs != ours:
                    failed += 1
                    print(f"FAILED {files} at {levels}, {file.name}: {ours} here, {theirs} there")
    print(f"{compared} answers compared, {failed} failed")
    return 1 if failed or compared < 20 else 0


if __name__ == "__main__":
    sys.exit(main())
