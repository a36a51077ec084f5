"""Measures `isoproof advise`, as whole processes: the table of `run --advise`."""

import json
import os

import measure as m


def short(level):
    return level.split("/")[-1].replace("-", " ")


def names(list_of_names):
    return "{" + ", ".join(list_of_names) + "}"


class Advice:
    """What one run answered and took."""

    def __init__(self, isoproof, files, options):
        # without --timeout: what comes out does not depend on the machine
        command = [isoproof, "advise", "--engine", "postgresql", "--format", "json", *options]
        output, errors, status, self.used = m.run_once(command + files, 660)
        if status not in (0, 1, 3):
            raise m.Failure(f"exit status {status}: {errors.strip()[-500:]}")
        try:
            self.advice = json.loads(output)["advice"]
        except (ValueError, KeyError) as error:
            raise m.Failure(f"no advice: {error}") from error

    def uniform(self):
        return short(self.advice["uniform"] or "none")

    def mixture(self):
        """Programs by level, weakest first."""
        levels = {}
        for one in self.advice["per_transaction"]:
            levels.setdefault(one["level"], []).append(one["transaction"])
        return "; ".join(f"{short(level['level'])} {names(levels[level['level']])}" for level in self.advice["levels"]
                         if level["level"] in levels) or "none"

    def fixes(self):
        """How many changes for which level."""
        if self.advice["uniform"] == self.advice["levels"][0]["level"]:
            return "none needed"
        return ", ".join(f"{len(s['fixes'])} for {short(s['level'])}" for s in self.advice["fix_sets"]) or "none found"


def text(arguments, report, markdown):
    rows = []
    for table in report.tables.get("advice", []):
        found = report.tables["sets"][table["set"]]
        if not report.wanted(f"advice {found['title']}", table.get("quick")):
            continue
        report.progress(found["title"])
        files = [os.path.join(m.HERE, f) for f in found["files"]]
        options = ["--subsets"] if table.get("subsets") else []
        try:
            runs = [Advice(arguments.isoproof, files, options) for _ in range(arguments.runs)]
        except m.Failure as failure:
            report.mismatch(found["title"], failure)
            continue
        one = runs[0]
        for word, got in (("uniform", one.uniform()), ("mixture", one.mixture()), ("fixes", one.fixes())):
            if word in table and table[word] != got:
                report.mismatch(f"advice on {found['title']}", f"{word}: {got}, not {table[word]}")
        seconds = sorted(run.used.seconds for run in runs)[len(runs) // 2]
        processor = sorted(run.used.processor for run in runs)[len(runs) // 2]
        limit = table.get("seconds")
        target = f"under {limit} s: {'yes' if seconds < limit else '**no**'}" if limit else ""
        rows.append([found["title"], one.uniform(), one.mixture(), one.fixes(), f"{seconds:.2f}", f"{processor:.2f}",
                     f"{max(run.used.megabytes for run in runs):.0f}", target])
    return markdown(["programs", "one level for all", "each at its own", "changes", "seconds", "CPU seconds", "MB",
                     "target"], rows) if rows else ""
