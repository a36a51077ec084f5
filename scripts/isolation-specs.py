#!/usr/bin/env python3
"""Runs PostgreSQL's own isolation tests in memory and compares the transcripts with those that PostgreSQL expects.

usage: isolation-specs.py [--table FILE] [--show] FOLDER [NAME…]

FOLDER is src/test/isolation of PostgreSQL 15's source ("apt-get source postgresql-15"): specs/ and expected/ in it.
Where a test has several expected files (name.out, name_1.out), one suffices. ISOPROOF names the binary
(build/isoproof). With --table the outcome is written there as a Markdown table. The exit status is 1 if a transcript
differs."""
import difflib, os, re, subprocess, sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
ISOPROOF = os.environ.get("ISOPROOF", str(TOP / "build" / "isoproof"))
HEAD = """# PostgreSQL's isolation tests

Written by `scripts/isolation-specs.py`, which runs the tests of PostgreSQL {version} (`src/test/isolation`) by
`isoproof explore --permutations` and compares the transcripts with the expected ones, byte by byte. *Refused*: a
statement or situation of the test is not modelled, so no transcript is printed; the first place is named.

{agree} agree in every permutation, {differ} differ, {refused} are refused.

| test | outcome | where and why it is refused |
| --- | --- | --- |
"""


def first_reason(text, spec):
    for line in text.splitlines():
        found = re.match(r".*?\.spec:(\d+):\d+: error: (.*)", line) or re.match(r".*?()error: (.*)", line)
        if found:
            place = f"line {found.group(1)}: " if found.group(1) else ""
            return place + found.group(2)
    return text.strip().splitlines()[0] if text.strip() else "no reason given"


def run(folder, name):
    spec = folder / "specs" / f"{name}.spec"
    expected = [p.read_text() for p in sorted((folder / "expected").glob(f"{name}*.out"))
                if re.fullmatch(re.escape(name) + r"(_\d+)?", p.stem)]
    try:
        done = subprocess.run([ISOPROOF, "explore", "--permutations", str(spec)], capture_output=True, text=True,
                              timeout=300)
    except subprocess.TimeoutExpired:
        return "refused", "it takes more than 300 s", ""
    if done.returncode in (2, 3):
        return "refused", first_reason(done.stderr, spec), ""
    if done.returncode != 0:
        return "differs", f"exit status {done.returncode}", ""
    if done.stdout in expected:
        return "agrees", "", ""
    best = min((list(difflib.unified_diff(e.splitlines(), done.stdout.splitlines(), "expected", "isoproof", lineterm=""))
                for e in expected), key=len, default=[])
    return "differs", f"{sum(l[0] in '+-' for l in best)} lines", "\n".join(best)


def main():
    arguments, table, show = sys.argv[1:], None, False
    while arguments and arguments[0].startswith("--"):
        option = arguments.pop(0)
        if option == "--table" and arguments:
            table = Path(arguments.pop(0))
        elif option == "--show":
            show = True
        else:
            sys.exit(__doc__)
    if not arguments:
        sys.exit(__doc__)
    folder, names = Path(arguments[0]), arguments[1:]
    names = names or sorted(p.stem for p in (folder / "specs").glob("*.spec"))
    rows, counts = [], {"agrees": 0, "differs": 0, "refused": 0}
    for name in names:
        outcome, why, diff = run(folder, name)
        counts[outcome] += 1
        rows.append(f"| {name} | {outcome} | {why} |\n".replace("  |", " |"))
        print(f"{name}: {outcome}{': ' if why else ''}{why}", flush=True)
        if show and diff:
            print(diff)
    print(counts)
    if table:
        found = re.search(r"postgresql-(\d+(\.\d+)?)", str(folder.resolve()))
        head = HEAD.format(version=found.group(1) if found else "15", agree=counts["agrees"],
                           differ=counts["differs"], refused=counts["refused"])
        table.write_text(head + "".join(rows))
    return 1 if counts["differs"] else 0


if __name__ == "__main__":
    sys.exit(main())
