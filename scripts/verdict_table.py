"""The second table of coverage.py: what `isoproof analyze` answers for each project."""

import collections
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time

LIMIT = 600  # seconds, far above the time limit that isoproof has without options


def descendants(pid):
    """The process and all that it started."""
    found = [pid]
    for one in found:
        try:
            for task in os.listdir(f"/proc/{one}/task"):
                found += map(int, pathlib.Path(f"/proc/{one}/task/{task}/children").read_text().split())
        except OSError:
            pass
    return found


def megabytes(pids):
    """Their memory; what several of them share counts once."""
    whole = 0
    for pid in pids:
        try:
            for line in pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                whole += int(line.split()[1]) if line.startswith("Pss:") else 0
        except (OSError, ValueError):
            pass
    return whole / 1024


class Run:
    """One `isoproof analyze`: its report (None if there is none), how it ended, and what it used."""

    def __init__(self, isoproof, arguments, folder):
        self.most = 0
        with tempfile.NamedTemporaryFile(suffix=".json") as output:
            begin = time.monotonic()
            child = subprocess.Popen([os.path.abspath(isoproof), "analyze", "--no-config", "--format", "json", "--output", output.name,
                                      *arguments], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while child.poll() is None:
                self.most = max(self.most, megabytes(descendants(child.pid)))
                if time.monotonic() - begin > LIMIT:
                    child.send_signal(signal.SIGKILL)
                time.sleep(0.1)
            self.seconds = time.monotonic() - begin
            self.status = child.returncode
            try:
                self.report = json.load(open(output.name))
            except ValueError:
                self.report = None


HEADS = ["project", "programs", "read committed", "repeatable read", "serializable", "confirmed", "benign",
         "not confirmed", "seconds", "MB"]
LEVELS = ["postgresql/read-committed", "postgresql/repeatable-read", "postgresql/serializable"]


def decided(program):
    return program["undecided_because"] is None


class Answers:
    """What is said of one project, or of all of them."""

    def __init__(self, name):
        self.name = name
        self.programs = 0
        self.cells = {}  # level: verdict, programs decided
        self.counts = collections.Counter()
        self.seconds = self.megabytes = 0
        self.faults = []
        self.reasons = collections.Counter()

    def take(self, run):
        self.seconds, self.megabytes = run.seconds, run.most
        if run.report is None:
            self.faults.append(f"{self.name}: no report, status {run.status}")
            return
        self.programs = len(run.report["transactions"])
        for result in run.report["results"]:
            known = sum(map(decided, result["programs"]))
            if not result["programs"] and result["verdict"] == "safe":
                known = self.programs
            self.cells[result["level"]] = result["verdict"], known
            self.counts["levels"] += 1
            self.counts["levels decided"] += result["verdict"] != "undecided"
            self.counts["program-levels"] += self.programs
            self.counts["programs decided"] += known
            for anomaly in result["anomalies"]:
                replay = anomaly["replay"] or {"status": "none"}
                shown = replay["status"] == "confirmed"
                self.counts["not confirmed" if not shown else "confirmed" if replay["observable"] else "benign"] += 1
            for program in result["programs"]:
                if not decided(program):
                    self.reasons[program["undecided_because"]] += 1

    def line(self):
        cells = []
        for level in LEVELS:
            verdict, known = self.cells.get(level, ("no answer", 0))
            cells.append(verdict if known == self.programs else f"{verdict}, {known} of {self.programs}")
        return [self.name, self.programs, *cells, self.counts["confirmed"], self.counts["benign"],
                self.counts["not confirmed"], f"{self.seconds:.0f}", f"{self.megabytes:.0f}"]


def share(part, whole):
    return f"{part} of {whole} ({100 * part / whole:.0f} %)" if whole else "–"


def total(projects):
    counts = collections.Counter()
    for project in projects:
        counts.update(project.counts)
        counts["levels"] += len(LEVELS) - len(project.cells)
        counts["program-levels"] += project.programs * (len(LEVELS) - len(project.cells))
    return (f"Decided: {share(counts['levels decided'], counts['levels'])} of the pairs of a project and a level, "
            f"{share(counts['programs decided'], counts['program-levels'])} of those of a program and a level.\n")


def table(projects):
    lines = ["| " + " | ".join(HEADS) + " |", "| --- | ---: | --- | --- | --- |" + " ---: |" * (len(HEADS) - 5)]
    lines += ["| " + " | ".join(map(str, project.line())) + " |" for project in projects]
    return "\n".join(lines) + "\n\n" + total(projects)
