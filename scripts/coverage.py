#!/usr/bin/env python3
"""How much of real code is understood: a table with a line for each folder.

Each FOLDER is a project: all of its .sql files together are read by `isoproof
programs`, in the order of their names, but those with "schema" or "table" in the
name first; or in the order of the file names and patterns in a file "order".
A folder without .sql files stands for its subfolders, and for its .spec files,
each of which is read by itself; their counts are added up.

Definitions are counted a second time here, by a scan that shares no code with
isoproof: a difference between both counts is an error (exit status 1).

usage: coverage.py [--isoproof PATH] [--reasons N] [--update FILE] FOLDER…
  --reasons N    also the N most frequent reasons of each project, with a place
  --update FILE  put the table into this file, between its lines <!-- coverage -->
                 and <!-- end -->
"""

import argparse
import collections
import fnmatch
import json
import os
import pathlib
import re
import signal
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIMIT = 600  # seconds for one workload
SKIPPED = re.compile(r"--[^\n]*|/\*.*?\*/|\$(\w*)\$.*?\$\1\$|[eE]'(?:\\.|''|[^'\\])*'|'(?:''|[^'])*'|\"(?:\"\"|[^\"])*\"",
                     re.DOTALL)
CREATE = re.compile(r"\bCREATE\s+(?:OR\s+REPLACE\s+)?(?:FUNCTION|PROCEDURE)\b", re.IGNORECASE)


def definitions(path):
    """CREATE FUNCTION and CREATE PROCEDURE outside of comments and quotes."""
    return len(CREATE.findall(SKIPPED.sub(" ", path.read_text(errors="replace"))))


def ordered(folder):
    files = sorted(folder.glob("*.sql"))
    if (folder / "order").exists():
        patterns = (folder / "order").read_text().split()
        place = {f: next((n for n, p in enumerate(patterns) if fnmatch.fnmatch(f.name, p)), None) for f in files}
        return sorted((f for f in files if place[f] is not None), key=lambda f: (place[f], f.name))
    return sorted(files, key=lambda f: (not re.search("schema|table", f.name, re.IGNORECASE), f.name))


def workloads(folder):
    files = ordered(folder)
    if files:
        return [files]
    return [[spec] for spec in sorted(folder.glob("*.spec"))] + [
        files for inner in sorted(folder.iterdir()) if inner.is_dir() for files in workloads(inner)]


def execute(command):
    """How it ended, and what it used; its output is not looked at."""
    pid = os.fork()
    if pid == 0:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        signal.alarm(LIMIT)
        os.execv(command[0], command)
    _, status, usage = os.wait4(pid, 0)
    ended = f"signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else f"status {os.WEXITSTATUS(status)}"
    return ended, usage


def run(isoproof, files):
    """The report (None after a crash), seconds and MB of the listing as text, and how it ended."""
    names = ["--"] + [str(f) for f in files]
    _, usage = execute([isoproof, "programs"] + names)  # first: what this process holds counts as the child's, too
    with tempfile.NamedTemporaryFile(suffix=".json") as output:
        ended, _ = execute([isoproof, "programs", "--format", "json", "--output", output.name] + names)
        try:
            report = json.load(open(output.name))
        except ValueError:
            return None, 0, 0, ended
    return report, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, ended


class Project:
    def __init__(self, folder):
        self.name = folder.name
        self.counts = collections.Counter()
        self.seconds = self.megabytes = 0
        self.reasons = collections.defaultdict(list)
        self.faults = []

    def add(self, isoproof, files):
        report, seconds, megabytes, ended = run(isoproof, files)
        self.seconds += seconds
        self.megabytes = max(self.megabytes, megabytes)
        self.counts["files"] += len(files)
        scanned = sum(definitions(f) for f in files if f.suffix == ".sql")
        self.counts["definitions"] += scanned
        if report is None:
            self.faults.append(f"{files[0]}: no report, {ended}")
            return
        coverage = report["coverage"]
        read = coverage["definitions"]
        if files[0].suffix == ".sql" and read["read"] != scanned:
            self.faults.append(f"{files[0].parent}: {scanned} definitions found, {read['read']} read")
        if files[0].suffix != ".sql":
            self.counts["definitions"] += read["read"]
        self.counts["parsed"] += read["read"] - read["broken"]
        routines = {r["name"] for r in coverage["routines"]}
        for routine in coverage["routines"]:
            if routine["writes"] and routine["understood"] != "not-read":
                self.counts["writing"] += 1
                self.counts["writing " + routine["understood"]] += 1
        for transaction in report["transactions"]:
            if transaction["name"] not in routines:
                self.counts["scripts"] += 1
                self.counts["scripts " + transaction["understood"]] += 1
        for place in coverage["places"]:
            # The parts that differ from place to place: names and numbers.
            what = re.sub(r'"[^"]*"|\b[\w.]+\(\)|\d+', "…", place["what"])
            self.reasons[place["kind"], what].append(place)

    def line(self):
        c = self.counts
        share = 100 * (c["writing"] + c["scripts"] - c["writing not-understood"] - c["writing not-reached"] -
                       c["scripts not-understood"]) / max(1, c["writing"] + c["scripts"])
        return [self.name, c["files"], c["definitions"], c["parsed"], c["writing"], c["writing exact"],
                c["writing approximated"], c["writing not-understood"], c["writing not-reached"], c["scripts"],
                c["scripts exact"], c["scripts approximated"], c["scripts not-understood"], f"{share:.0f} %",
                f"{self.seconds:.1f}", f"{self.megabytes:.0f}"]


HEADS = ["project", "files", "definitions", "parsed", "routines that write", "exact", "over-approximated",
         "not understood", "not reached", "scripts", "exact", "over-approximated", "not understood", "understood",
         "CPU seconds", "MB"]


def total(projects):
    whole = Project(pathlib.Path("all"))
    for project in projects:
        whole.counts.update(project.counts)
        whole.seconds += project.seconds
        whole.megabytes = max(whole.megabytes, project.megabytes)
    return whole


def table(projects):
    rows = [project.line() for project in projects + [total(projects)]]
    lines = ["| " + " | ".join(HEADS) + " |", "| --- |" + " ---: |" * (len(HEADS) - 1)]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows]) + "\n"


def print_reasons(project, most):
    print(f"\n{project.name}")
    ranked = sorted(project.reasons.items(), key=lambda item: (item[0][0] == "approximation", -len(item[1])))
    for (kind, what), places in ranked[:most]:
        place = places[0]
        print(f"  {len(places):5} {kind}: {what}   e.g. {place['file']}:{place['line']}:{place['column']}"
              f" ({place['transaction']}) {place['what'][:120]}")


def update(path, text):
    page = path.read_text()
    begin, end = "<!-- coverage -->\n", "<!-- end -->"
    before, rest = page.split(begin)
    path.write_text(before + begin + text + rest[rest.index(end):])


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    parser.add_argument("--isoproof", default=str(ROOT / "build" / "isoproof"))
    parser.add_argument("--reasons", type=int, default=0)
    parser.add_argument("--update", type=pathlib.Path)
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    projects = []
    for folder in arguments.folders:
        project = Project(folder)
        for files in workloads(folder):
            project.add(arguments.isoproof, files)
        projects.append(project)
        print(" | ".join(map(str, project.line())), file=sys.stderr)
    text = table(projects)
    if arguments.update:
        update(arguments.update, text)
    else:
        print(text)
    for project in projects:
        if arguments.reasons:
            print_reasons(project, arguments.reasons)
    faults = [fault for project in projects for fault in project.faults]
    for fault in faults:
        print(f"coverage.py: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
