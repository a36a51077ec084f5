#!/usr/bin/env python3
"""How much of real code is understood, and decided: two tables with a line for each folder.

Each FOLDER is a project: all of its .sql files together are read by `isoproof
programs`, in the order of their names, but those with "schema" or "table" in the
name first; or in the order of the file names and patterns in a file "order".
A folder without .sql files stands for its subfolders, and for its .spec files,
each of which is read by itself; their counts are added up. A folder with a file
"arguments" is read by what that file says is typed there, such as --implicit sqlc.yaml.

Definitions are counted a second time here, by a scan that shares no code with
isoproof: a difference between both counts is an error (exit status 1).

Each workload is read four times: as it is; with --trust-splices, so that texts
that EXECUTE puts into a statement unquoted stay in their place; so and with
--trust-modules, by which objects that no file creates do not touch user-defined tables; so and
with --complete-schema, by which what names such an object fails.

With --verdicts the table has what `isoproof analyze` answers, without options but for those
in "arguments": the verdict at each of PostgreSQL's levels, how many programs are decided, the
anomalies, the seconds, and the most memory of all its processes together.

usage: coverage.py [--isoproof PATH] [--verdicts] [--reasons N] [--roots N] [--of READING] [--update FILE] FOLDER…
  --verdicts     the verdicts; --reasons N adds the most frequent reasons for which
                 programs are not decided
  --reasons N    also the N most frequent reasons of each project, with a place
  --roots N      also the N reasons that keep most routines that write from being
                 understood, and of how many each is the only one
  --of READING   reasons and roots are of this reading: plain (default), trusted,
                 modules or complete
  --update FILE  put the table into this file, between its lines <!-- coverage --> (or
                 <!-- verdicts -->) and <!-- end -->
"""

import argparse
import bisect
import collections
import fnmatch
import json
import os
import pathlib
import re
import signal
import sys
import tempfile

import verdict_table

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


def typed(folder):
    """What the file "arguments" says, with paths that hold anywhere; None without it."""
    if not (folder / "arguments").exists():
        return None
    return [word if word.startswith("-") else str(folder / word) for word in (folder / "arguments").read_text().split()]


def workloads(folder):
    if typed(folder):
        return [typed(folder)]
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


def report_of(isoproof, files, *options):
    """The report (None after a crash), and how it ended."""
    names = [*options, *map(str, files)]
    with tempfile.NamedTemporaryFile(suffix=".json") as output:
        ended, _ = execute([isoproof, "programs", "--format", "json", "--output", output.name] + names)
        try:
            report = json.load(open(output.name))
        except ValueError:
            return None, ended
    return report, ended


def run(isoproof, files):
    """The report (None after a crash), seconds and MB of the listing as text, and how it ended."""
    # First: what this process holds counts as the child's, too.
    _, usage = execute([isoproof, "programs", *map(str, files)])
    report, ended = report_of(isoproof, files)
    return report, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, ended


def kind_of(place):
    """A reason without the parts that differ from place to place: names and numbers."""
    return place["kind"], re.sub(r'"[^"]*"|\b[\w.]+\(\)|\d+', "…", place["what"])


READINGS = {"plain": [], "trusted": ["--trust-splices"], "modules": ["--trust-splices", "--trust-modules"],
            "complete": ["--trust-splices", "--complete-schema"]}


class Project:
    def __init__(self, folder, of="plain"):
        self.name = folder.name
        self.of = of
        self.counts = collections.Counter()
        self.seconds = self.parsing = self.lowering = self.megabytes = 0
        self.reasons = collections.defaultdict(list)
        self.roots = {}  # routine: its reasons
        self.faults = []

    def add(self, isoproof, files):
        report, seconds, megabytes, ended = run(isoproof, files)
        self.seconds += seconds
        self.megabytes = max(self.megabytes, megabytes)
        if isinstance(files[0], str) and report is not None:  # arguments: which files they stand for, the report says
            typed_words, files = files, [pathlib.Path(f) for f in report["files"]]
        else:
            typed_words = files
        self.counts["files"] += len(files)
        scanned = sum(definitions(f) for f in files if f.suffix == ".sql")
        self.counts["definitions"] += scanned
        if report is None:
            self.faults.append(f"{files[0]}: no report, {ended}")
            return
        coverage = report["coverage"]
        read = coverage["definitions"]
        self.parsing += coverage["statistics"]["parsing_seconds"]
        self.lowering += coverage["statistics"]["lowering_seconds"]
        if files[0].suffix == ".sql" and read["read"] != scanned:
            self.faults.append(f"{files[0].parent}: {scanned} definitions found, {read['read']} read")
        if files[0].suffix != ".sql":
            self.counts["definitions"] += read["read"]
        self.counts["parsed"] += read["read"] - read["broken"]
        self.take(report, "plain")
        for reading, options in READINGS.items():
            if options:
                report, ended = report_of(isoproof, typed_words, *options)
                if report is None:
                    self.faults.append(f"{files[0]}: no report with {' '.join(options)}, {ended}")
                    return
                self.take(report, reading)

    def take(self, report, reading):
        self.count(report, "" if reading == "plain" else reading + " ")
        if reading == self.of:
            for place in report["coverage"]["places"]:
                self.reasons[kind_of(place)].append(place)
            self.find_roots(report["coverage"])

    def count(self, report, prefix):
        routines = {r["name"] for r in report["coverage"]["routines"]}
        for routine in report["coverage"]["routines"]:
            if routine["writes"] and routine["understood"] != "not-read":
                self.counts[prefix + "writing"] += 1
                self.counts[prefix + "writing " + routine["understood"]] += 1
        for transaction in report["transactions"]:
            if transaction["name"] not in routines:
                self.counts[prefix + "scripts"] += 1
                self.counts[prefix + "scripts " + transaction["understood"]] += 1

    def find_roots(self, coverage):
        """Which routine a place lies in: the last routine that begins before it."""
        begins = collections.defaultdict(list)
        for routine in coverage["routines"]:
            begins[routine["file"]].append((routine["line"], routine["name"]))
        wanted = {r["name"] for r in coverage["routines"] if r["writes"] and r["understood"] == "not-understood"}
        for place in coverage["places"]:
            known = sorted(begins.get(place["file"], []))
            at = bisect.bisect_right([line for line, _ in known], place["line"] or 0)
            if place["kind"] != "approximation" and at and known[at - 1][1] in wanted:
                self.roots.setdefault(known[at - 1][1], {}).setdefault(kind_of(place), place)

    def not_understood(self, prefix):
        return sum(self.counts[f"{prefix}{what}"] for what in ("writing not-understood", "writing not-reached",
                                                               "scripts not-understood"))

    def lacking(self):
        """Those that are understood once what no file creates is said not to be there."""
        return self.not_understood("trusted ") - self.not_understood("complete ")

    def understood(self, prefix, without=0):
        whole = self.counts[prefix + "writing"] + self.counts[prefix + "scripts"]
        return f"{100 * (whole - self.not_understood(prefix)) / (whole - without):.0f} %" if whole > without else "–"

    def line(self):
        c = self.counts
        return [self.name, c["files"], c["definitions"], c["parsed"], c["writing"], c["writing exact"],
                c["writing approximated"], c["writing not-understood"], c["writing not-reached"], c["scripts"],
                c["scripts exact"], c["scripts approximated"], c["scripts not-understood"], self.lacking(),
                self.understood("", self.lacking()), self.understood(""),
                *(self.understood(f"{reading} ") for reading in READINGS if READINGS[reading]),
                *(f"{seconds:.1f}" for seconds in (self.parsing, self.lowering, self.seconds)), f"{self.megabytes:.0f}"]


HEADS = ["project", "files", "definitions", "parsed", "routines that write", "exact", "over-approximated",
         "not understood", "not reached", "scripts", "exact", "over-approximated", "not understood",
         "name what no file creates", "understood of the others", "understood of all", "with --trust-splices", "and --trust-modules", "or --complete-schema", "seconds to parse", "to lower", "in all", "MB"]


def total(projects):
    whole = Project(pathlib.Path("all"))
    for project in projects:
        whole.counts.update(project.counts)
        whole.seconds += project.seconds
        whole.parsing += project.parsing
        whole.lowering += project.lowering
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


def print_roots(project, most):
    places, only = collections.defaultdict(list), collections.Counter()
    for reasons in project.roots.values():
        for kind, place in reasons.items():
            places[kind].append(place)
            only[kind] += len(reasons) == 1
    print(f"\n{project.name}: routines not understood, and those with this reason alone")
    for (kind, what), found in sorted(places.items(), key=lambda item: -len(item[1]))[:most]:
        place = found[0]
        print(f"  {len(found):5} {only[kind, what]:5} {kind}: {what}   e.g. {place['file']}:{place['line']}:"
              f"{place['column']} {place['what'][:120]}")


def update(path, text, name="coverage"):
    page = path.read_text()
    begin, end = f"<!-- {name} -->\n", "<!-- end -->"
    before, rest = page.split(begin)
    path.write_text(before + begin + text + rest[rest.index(end):])


def verdicts(arguments):
    """The second table."""
    projects = []
    for folder in arguments.folders:
        words = typed(folder) or [str(f) for files in workloads(folder) for f in files]
        project = verdict_table.Answers(folder.name)
        project.take(verdict_table.Run(arguments.isoproof, words, None))
        projects.append(project)
        print(" | ".join(map(str, project.line())), file=sys.stderr)
        for reason, number in project.reasons.most_common(arguments.reasons):
            print(f"  {number:5} {reason[:400]}", file=sys.stderr)
    if arguments.update:
        update(arguments.update, verdict_table.table(projects), "verdicts")
    else:
        print(verdict_table.table(projects))
    faults = [fault for project in projects for fault in project.faults]
    for fault in faults:
        print(f"coverage.py: {fault}", file=sys.stderr)
    return 1 if faults else 0


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    parser.add_argument("--isoproof", default=str(ROOT / "build" / "isoproof"))
    parser.add_argument("--verdicts", action="store_true")
    parser.add_argument("--reasons", type=int, default=0)
    parser.add_argument("--roots", type=int, default=0)
    parser.add_argument("--of", choices=list(READINGS), default="plain")
    parser.add_argument("--update", type=pathlib.Path)
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    if arguments.verdicts:
        return verdicts(arguments)
    projects = []
    for folder in arguments.folders:
        project = Project(folder, arguments.of)
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
        if arguments.roots:
            print_roots(project, arguments.roots)
    faults = [fault for project in projects for fault in project.faults]
    for fault in faults:
        print(f"coverage.py: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
