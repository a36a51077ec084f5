"""Measures `isoproof explore` on the clients of explore/clients.toml: the tables of `run --explore`."""

import json
import os
import tempfile
import tomllib

import clients
import measure as m

TABLES = os.path.join(m.HERE, "explore", "clients.toml")
BASE = "causal-consistency"
FILTERED = ("snapshot-isolation", "serializability")


class Exploration:
    """What one run of `isoproof explore` counted and took."""

    def __init__(self, isoproof, files, client, level, timeout, options=()):
        command = [isoproof, "explore", "--format", "json", "--level", level, "--timeout", str(timeout), *options, client]
        output, errors, status, self.used = m.run_once(command + files, timeout + 30)
        if status not in (0, 3):
            raise m.Failure(f"exit status {status}: {errors.strip()[-500:]}")
        try:
            report = json.loads(output)
        except ValueError as error:
            raise m.Failure(f"no report: {error}") from error
        self.histories = report["histories"]
        self.end_states = report["end_states"]
        self.seconds = report["seconds"]
        self.complete = status == 0

    def time(self):
        return f"{self.seconds:.3f}" if self.complete else f"> {self.seconds:.0f}"


class Explorer:
    def __init__(self, arguments, report):
        self.arguments = arguments
        self.report = report
        with open(TABLES, "rb") as file:
            self.tables = tomllib.load(file)

    def explore(self, app, client, level, options=(), timeout=None):
        files = [os.path.join(m.HERE, path) for path in app["files"]]
        return Exploration(self.arguments.isoproof, files, os.path.join(m.HERE, client), level,
                           timeout or self.arguments.timeout, options)

    def chosen(self, key):
        for app in self.tables["apps"].values():
            for path in app.get(key, []):
                if self.report.only.search(path):
                    yield app, path

    def check(self):
        """The quick clients at every level: only the counts."""
        for app, path in self.chosen("clients"):
            expected = self.tables["expected"].get(path, {})
            if expected.get("quick"):
                for level in (BASE, *FILTERED):
                    self.counts(path, level, expected, lambda level=level: self.explore(app, path, level))

    def counts(self, path, level, expected, run):
        """An exploration, its count compared with the known count; None if it failed."""
        self.report.progress(f"{path} {level}")
        try:
            exploration = run()
        except m.Failure as failure:
            self.report.mismatch(f"{path}, {level}", failure)
            return None
        known = expected.get(level)
        if exploration.complete and known is not None and exploration.histories != known:
            self.report.mismatch(f"{path}, {level}", f"{exploration.histories} histories, not {known}")
        elif exploration.complete and known is None:
            self.report.mismatch(f"{path}, {level}", f"{exploration.histories} histories, and no count is expected")
        elif not exploration.complete and known is not None:
            self.report.mismatch(f"{path}, {level}", f"not complete after {exploration.seconds:.0f} s")
        return exploration

    def clients(self):
        rows = []
        for app, path in self.chosen("clients"):
            expected = self.tables["expected"].get(path, {})
            row = [f"{app['title']} {os.path.splitext(os.path.basename(path))[0].removeprefix('client_')}"]
            base = self.counts(path, BASE, expected, lambda: self.explore(app, path, BASE))
            row += [base.histories, base.end_states, base.time(), f"{base.used.megabytes:.0f}"] if base else [""] * 4
            for level in FILTERED:
                got = self.counts(path, level, expected,
                                  lambda level=level: self.explore(app, path, level, ["--base", BASE]))
                row += [got.histories, got.time()] if got else ["", ""]
            rows.append(row + self.baseline(app, path, base))
        return rows

    def baseline(self, app, path, base):
        """Without partial order reduction: runs that end, each history as often as it is met, and seconds."""
        try:
            plain = self.explore(app, path, BASE, ["--plain"], self.arguments.explore_timeout)
        except m.Failure as failure:
            self.report.mismatch(f"{path}, plain", failure)
            return ["", ""]
        if base and base.complete and plain.complete and plain.end_states < base.end_states:
            self.report.mismatch(f"{path}, plain", f"{plain.end_states} runs, fewer than the explorer's {base.end_states}")
        return [f"{'' if plain.complete else '> '}{plain.end_states}", plain.time()]

    def growth(self, cuts):
        """For each size, all grow clients of an application cut down to it: as in figure 15, averages."""
        rows = []
        for name, app in self.tables["apps"].items():
            if not app.get("grow"):
                continue
            for sessions, transactions in cuts:
                runs = [run for run in (self.cut(app, path, sessions, transactions) for path in app["grow"]
                                        if self.report.only.search(path)) if run]
                if not runs:
                    continue
                complete = [run for run in runs if run.complete]
                rows.append([app["title"], f"{sessions} × {transactions}",
                             f"{sum(run.histories for run in complete) / max(len(complete), 1):.0f}",
                             f"{sum(run.seconds for run in runs) / len(runs):.3f}",
                             f"{max(run.used.megabytes for run in runs):.0f}", len(runs) - len(complete)])
        return rows

    def cut(self, app, path, sessions, transactions):
        self.report.progress(f"{path} {sessions} x {transactions}")
        client = clients.read(os.path.join(m.HERE, path)).cut(sessions, transactions)
        with tempfile.NamedTemporaryFile("w", suffix=".spec", encoding="utf-8") as file:
            file.write(client.text())
            file.flush()
            try:
                return self.explore(app, file.name, BASE, timeout=self.arguments.explore_timeout)
            except m.Failure as failure:
                self.report.mismatch(f"{path}, {sessions} x {transactions}", failure)
                return None


def text(arguments, report, markdown):
    explorer = Explorer(arguments, report)
    if arguments.check:
        explorer.check()
        return ""
    rows = explorer.clients()
    parts = [] if not rows else [markdown(["client", "histories", "end states", "seconds", "MB", "SI: histories", "seconds", "SER: histories",
                       "seconds", "plain: runs", "seconds"], rows)]
    header = ["application", "sessions × transactions", "histories", "seconds", "MB", "not complete"]
    for title, cuts in (("sessions", [(i, 3) for i in range(1, 6)]), ("transactions", [(3, i) for i in range(1, 6)])):
        rows = explorer.growth(cuts)
        if rows:
            parts.append(f"### Growth in {title}\n\nOf five clients: averages of histories (of those that were complete) "
                         f"and of seconds, the most memory, and how many took longer than {arguments.explore_timeout} s.\n\n"
                         + markdown(header, rows))
    return "\n\n".join(parts)
