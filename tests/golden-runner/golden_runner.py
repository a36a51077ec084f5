"""The golden runner itself: each way in which a case can fail must be noticed."""

import os
import pathlib
import stat
import subprocess
import sys
import tempfile

RUNNER = pathlib.Path(os.environ["ISOPROOF_SOURCE_DIR"]) / "tests" / "run_golden.py"
HEAD = "why: a reason\nrun: isoproof\n"

# what the case expects, what the fake command does, what the runner must say (None: it must pass)
CASES = [
    ("status: 0\nstdout has: ^two$\n", "printf 'one\\ntwo\\n'", None),
    ("status: 0\nstdout has: ^two$\n", "echo one", "has no match"),
    ("status: 0\nstdout lacks: one\n", "echo one", "must not match"),
    ("status: 0\nstderr has: one\n", "echo one", "stderr has no match"),
    ("status: 0\nstderr lacks: one\n", "echo one >&2", "must not match"),
    ("status: 0\nstdout has: one\n", "echo one; exit 3", "exit status 3, not 0"),
    ("status: 3\nstdout has: one\n", "echo one; exit 3", None),
    ("status: 0\n=== stdout\none\n", "echo one", None),
    ("status: 0\n=== stdout\none\n", "echo two", "+two"),
    ("status: 0\n=== stdout\none\n", "echo one; echo two", "+two"),
    ("status: 0\n=== stdout\n=== stderr\n", ":", None),
    ("status: 0\n=== stdout\n=== stderr\n", "echo x >&2", "+x"),
    ("status: 0\n=== stdout\ntook # s\n", "echo took 0.25 s", None),
    ("status: 0\n=== stdout\n$TMP\n", 'echo "$TMP"', None),
    ("status: 0\nseconds: 0.5\nstdout lacks: x\n", "sleep 20", "still running"),
    ("status: 0\nstdout lacks: x\n", "sleep 20 >/dev/null 2>&1 &", "left a process running"),
    ("status: 134\nstdout lacks: x\n", "ulimit -c 0; kill -ABRT $$", "ended by a signal"),
    ("status: 0\nstdout lacks: x\n", "echo 'x.c:1:1: runtime error: y' >&2", "sanitizer"),
    ("status: 0\nschema: tests/golden-runner/point.schema.json\n", "echo '{\"x\": 1}'", None),
    ("status: 0\nschema: tests/golden-runner/point.schema.json\n", "echo '{\"x\": \"a\"}'", "/x: 'a' is not of type"),
    ("status: 0\nschema: tests/golden-runner/point.schema.json\n", "echo '{'", "no JSON"),
    ("status: 0\n", "echo one", "expects nothing"),
    ("status: 0\nstdout hat: one\n", "echo one", "not a directive"),
    ("status: 0\nstdout has: (\n", "echo one", "bad pattern"),
    ("stdout has: one\n", "echo one", "no status"),
]


def run(folder, text, command, *options):
    isoproof, case = folder / "isoproof", folder / "case.test"
    isoproof.write_text("#!/bin/sh\n" + command + "\n")
    isoproof.chmod(isoproof.stat().st_mode | stat.S_IXUSR)
    case.write_text(HEAD + text)
    done = subprocess.run(
        [sys.executable, RUNNER, "--isoproof", isoproof, *options, case], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr, case.read_text()


def main():
    failures = 0

    def check(condition, *what):
        nonlocal failures
        if not condition:
            failures += 1
            print("FAILED", *what, sep="\n  ")

    with tempfile.TemporaryDirectory(prefix="golden runner ") as name:
        folder = pathlib.Path(name)
        for text, command, said in CASES:
            status, output, _ = run(folder, text, command)
            if said is None:
                check(status == 0, text, command, output)
            else:
                check(status == 1 and said in output, text, command, output)

        old = "status: 0\n# kept\nstdout has: o\n=== stdout\nzero\n"
        new = HEAD + "status: 1\n# kept\nstdout has: o\n=== stdout\none\n"
        status, output, case = run(folder, old, "echo one; exit 1", "--update")
        check(status == 0 and case == new, "update", output, case)
        status, output, case = run(folder, old, "echo ane; exit 1", "--update")
        check(status == 1 and "has no match" in output, "update must not hide a failing pattern", output)
        status, output, case = run(folder, old, "ulimit -c 0; kill -SEGV $$", "--update")
        check(status == 1 and case == HEAD + old, "update must not record a crash", output, case)
    print(f"{len(CASES) + 3} cases, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
