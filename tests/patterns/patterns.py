"""Analyzes patterns and compares the verdict of each level with the one in the file's header: patterns.py [--without LEVEL] FILE…

A file begins with "-- why: …" and lines "-- LEVEL: VERDICT". Exit status 0: all as they say."""
import argparse
import json
import os
import subprocess
import sys


def header(path):
    fields = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            if not line.startswith("-- ") or ": " not in line:
                break
            name, value = line[3:].rstrip("\n").split(": ", 1)
            fields[name] = value
    return fields


def problems(isoproof, path, without):
    expected = {name: value for name, value in header(path).items() if name not in without}
    if not expected.pop("why", ""):
        yield "its header lacks why:"
    if not expected:
        yield "its header has no level"
        return
    # The limit is for slow machines and sanitizers.
    command = [isoproof, "analyze", "--timeout", "300", "--level", ",".join(expected), "--format", "json", path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if not done.stdout:
        yield f"status {done.returncode}: {done.stderr.strip()}"
        return
    results = {result["level"]: result for result in json.loads(done.stdout)["results"]}
    for level, verdict in expected.items():
        result = results.get(level)
        if not result:
            yield f"no result for {level}"
        elif result["verdict"] != verdict:
            cycles = [" ".join([a["kind"], *(i["transaction"] for i in a["instances"])]) for a in result["anomalies"]]
            yield f"{result['verdict']} at {level}, not {verdict}: {result['reason'] or ''} {'; '.join(cycles)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--without", action="append", default=[], metavar="LEVEL")
    arguments = parser.parse_args()
    wrong = 0
    for path in arguments.files:
        for problem in problems(os.environ.get("ISOPROOF", "isoproof"), path, arguments.without):
            wrong += 1
            print(f"{os.path.basename(path)}: {problem}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
