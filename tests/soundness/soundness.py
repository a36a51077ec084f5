#!/usr/bin/env python3
"""Analyzes each FOLDER/NAME.sql below this folder at the level of its header and refuses the verdict its header excludes.

usage: soundness.py [PART PARTS]    only every PARTSth file, from the PARTth on

A file begins with "-- level: L", "-- never: VERDICT" and "-- why: …"; "-- options: …" may follow. Exit status 0: no verdict was wrong.
"""

import glob
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def header(path):
    fields = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            if not line.startswith("-- ") or ": " not in line:
                break
            name, value = line[3:].rstrip("\n").split(": ", 1)
            fields[name] = value
    return fields


def problem(isoproof, path):
    """What is wrong with the verdict, or None."""
    fields = header(path)
    for name in ("level", "never", "why"):
        if not fields.get(name):
            return f"its header lacks '{name}:'"
    # Replay says what else a verdict is that is not "safe".
    replay = ["--no-replay"] if fields["never"] == "safe" else []
    command = [isoproof, "analyze", "--level", fields["level"], "--format", "json", *replay,
               *fields.get("options", "").split(), path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        results = json.loads(done.stdout)["results"]
    except (ValueError, KeyError) as error:
        return f"no report (status {done.returncode}, {error!r}): {done.stderr.strip()}"
    verdicts = [result["verdict"] for result in results]
    if not verdicts:
        return "a report without verdicts"
    if fields["never"] in verdicts:
        return f"{fields['never']} at {fields['level']}, but: {fields['why']}"
    return None


def main():
    isoproof = os.environ["ISOPROOF"]
    part, parts = map(int, sys.argv[1:3]) if len(sys.argv) > 2 else (1, 1)
    paths = sorted(glob.glob(os.path.join(HERE, "**", "*.sql"), recursive=True))[part - 1::parts]
    wrong = 0
    for path in paths:
        what = problem(isoproof, path)
        wrong += what is not None
        print(f"{'FAILED' if what else 'ok    '} {os.path.relpath(path, HERE)}{': ' + what if what else ''}")
    if not paths:
        print("no cases")
    return 1 if wrong or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
