"""benchmarks/rehearse/run with few runs: table 1 at or below the published means, histories, nothing at serializability."""

import os
import subprocess
import sys

PYTHON = "/usr/bin/python3"  # Debian's, with its drivers

if subprocess.run([PYTHON, "-c", "import psycopg2"], capture_output=True, check=False).returncode:
    print("no psycopg2: skipped")
    sys.exit(77)
run = os.path.join(os.environ["ISOPROOF_SOURCE_DIR"], "benchmarks", "rehearse", "run")
for options in (("--only", "table1", "--runs", "150", "--library-runs", "1000"),
                ("--only", "coverage", "--harnesses", "2", "--coverage-runs", "500", "--quick"),
                ("--only", "oltp", "--oltp-runs", "1", "--quick")):
    done = subprocess.run([PYTHON, run, "--isoproof", os.environ["ISOPROOF"], *options], capture_output=True, text=True,
                          check=False)
    if done.returncode:
        print(done.stdout + done.stderr)
        sys.exit(1)
