"""The diffs that advise prints, taken by patch(1) as they are, give a file that is safe at the level that they promise:
also in a file whose name has a blank, with tabs, and without a newline at its end."""

import os
import re
import subprocess
import sys
import tempfile

ISOPROOF = os.environ["ISOPROOF"]
HERE = os.path.dirname(os.path.abspath(__file__))
SUBJECTS = ["two_reads.sql", "tabs.sql", "one_line.sql", "on_call.sql", "limits.sql"]


def run(command, folder, **more):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, **more)


def diffs(report):
    """(level, diff) of each fix for all programs."""
    level, diff, found = None, [], []
    for line in report.split("\n") + [""]:
        head = re.match(r"fix \(verified\): .*all programs are safe at (\S+)", line)
        if head:
            level = head.group(1)
        elif diff and not re.match(r"[ +\-@\\]", line):
            found.append((level, "\n".join(diff) + "\n"))
            level, diff = None, []
        elif diff or line.startswith("--- "):
            diff.append(line)
    return [(level, diff) for level, diff in found if level]


def check(name, text):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, name)

        def write():
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)

        write()
        found = diffs(run([ISOPROOF, "advise", name], folder).stdout)
        failures = [] if found else [f"{name}: no diff of a fix for all programs"]
        for level, diff in found:
            write()
            patched = run(["patch", "-p0"], folder, input=diff)
            if patched.returncode:
                failures.append(f"{name}: patch: {patched.stdout}{patched.stderr}\n{diff}")
                continue
            result = run([ISOPROOF, "analyze", "-q", "--level", level, name], folder)
            if result.returncode:
                failures.append(f"{name}: patched, and not safe at {level}: {result.stdout}\n{diff}")
        print(f"{name}: {len(found)} diffs")
        return failures


def main():
    failures = []
    for subject in SUBJECTS:
        with open(os.path.join(HERE, subject), encoding="utf-8") as file:
            failures += check(subject, file.read())
    with open(os.path.join(HERE, "on_call.sql"), encoding="utf-8") as file:
        failures += check("on call.sql", file.read().rstrip("\n"))
    with open(os.path.join(HERE, "free_seat.sql"), encoding="utf-8") as file:
        failures += check("free_seat.sql", file.read())
    print("\n".join(failures))
    return 1 if failures else 0


sys.exit(main())
