"""Runs isoproof once or several times and tells what came out: verdicts, program cycles, time, memory."""

import json
import os
import re
import signal
import statistics
import subprocess
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
EXIT_OF = {"safe": 0, "unsafe": 1, "undecided": 3}  # benign: as unsafe; which anomalies are benign is compared, too


class Failure(Exception):
    """isoproof itself failed: it crashed, hung or printed something that is no report."""


def canonical(programs):
    """A cycle of program names, rotated so that equal cycles are equal tuples."""
    return min(tuple(programs[i:] + programs[:i]) for i in range(len(programs)))


def cycle(text):
    """'a/b/c' as in expected.toml."""
    return canonical(text.split("/"))


def cycle_text(programs):
    return "/".join(programs)


class Outcome:
    """One run: what one process answered for one or more levels."""

    def __init__(self, report, status, used):
        self.results = report["results"]
        self.used = used
        self.queries = sum(r["statistics"]["queries"] for r in self.results)
        self.notes = report.get("notes", [])
        verdicts = ["unsafe" if r["verdict"] == "benign" else r["verdict"] for r in self.results]
        # An anomaly outweighs an open question, as in the exit status.
        self.verdict = next((v for v in ("unsafe", "undecided") if v in verdicts), "safe")
        if status != EXIT_OF[self.verdict]:
            raise Failure(f"exit status {status}, but the verdict is {self.verdict}")
        self.reasons = sorted({r["reason"] for r in self.results if r.get("reason")})
        self.proofs = [(r["proof"]["method"], r["proof"].get("detail") or "") for r in self.results if r.get("proof")]
        self.cycles = {}
        self.unconfirmed = set()  # no replay showed them
        self.benign = set()  # confirmed, but with the results of a serial order
        for result in self.results:
            for anomaly in result["anomalies"]:
                programs = [i["transaction"] for i in anomaly["instances"]]
                self.cycles.setdefault(canonical(programs), anomaly["kind"])
                if anomaly["replay"]["status"] != "confirmed":
                    self.unconfirmed.add(canonical(programs))
                elif not anomaly["replay"]["observable"]:
                    self.benign.add(canonical(programs))

    def evidence(self):
        """Proof, cycles or reason, in a few words."""
        if self.verdict == "safe":
            return ", ".join(sorted({f"{m} {d}".strip() for m, d in self.proofs}))
        if self.cycles:
            return cycles_text(self.cycles)
        return "; ".join(self.reasons)


def cycles_text(cycles, most=6):
    ordered = sorted(cycles, key=lambda c: (len(c), c))
    text = ", ".join(cycle_text(c) for c in ordered[:most])
    return text + (f" and {len(ordered) - most} more" if len(ordered) > most else "")


class Used:
    """What a process took: seconds on the clock, seconds of processor time, peak megabytes."""

    def __init__(self, seconds, usage):
        self.seconds = seconds
        self.processor = usage.ru_utime + usage.ru_stime
        self.megabytes = usage.ru_maxrss / 1024


def run_once(command, limit):
    """Output, messages and exit status of a process, and what it took. Kills it after limit seconds."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        begin = time.monotonic()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        expired = []
        timer = threading.Timer(limit, lambda: (expired.append(True), os.kill(process.pid, signal.SIGKILL)))
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        seconds = time.monotonic() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        output, errors = out.read(), err.read().decode(errors="replace")
    if expired:
        raise Failure(f"still running after {limit:.0f} s")
    if process.returncode < 0:
        raise Failure(f"killed by signal {-process.returncode}: {errors.strip()[-500:]}")
    return output, errors, process.returncode, Used(seconds, usage)


def analyze(isoproof, files, levels, *, max_cycle=4, transactions=(), options=(), all_anomalies=False, timeout=60):
    command = [isoproof, "analyze", "--format", "json", "--level", ",".join(levels), "--max-cycle", str(max_cycle),
               "--timeout", str(timeout), *options]
    if all_anomalies:
        command.append("--all-anomalies")
    if transactions:
        command += ["--transactions", ",".join(transactions)]
    output, errors, status, used = run_once(command + list(files), timeout + 30)
    if status not in EXIT_OF.values():
        raise Failure(f"exit status {status}: {errors.strip()[-500:]}")
    try:
        report = json.loads(output)
    except ValueError as error:
        raise Failure(f"no report: {error}") from error
    return Outcome(report, status, used)


class Medians:
    """Several runs of the same; what they say must not differ."""

    def __init__(self, outcomes):
        self.outcome = outcomes[0]
        for other in outcomes[1:]:
            if (other.verdict, set(other.cycles)) != (self.outcome.verdict, set(self.outcome.cycles)):
                raise Failure("two runs of the same command gave different answers")
        self.queries = statistics.median_low([o.queries for o in outcomes])
        self.seconds = statistics.median([o.used.seconds for o in outcomes])
        self.processor = statistics.median([o.used.processor for o in outcomes])
        self.megabytes = statistics.median([o.used.megabytes for o in outcomes])


def measure(runs, *arguments, **named):
    return Medians([analyze(*arguments, **named) for _ in range(runs)])


def renamed_copies(files, count, folder):
    """Writes count copies of the tables in the files and routines under new names into folder; returns the new files."""
    texts = []
    for path in files:
        with open(path, encoding="utf-8") as file:
            texts.append(file.read())
    names = set()
    for text in texts:
        names.update(re.findall(r"^CREATE (?:TABLE|INDEX|FUNCTION|PROCEDURE) (\w+)", text, re.MULTILINE))
    pattern = re.compile(r"\b(" + "|".join(sorted(names, key=len, reverse=True)) + r")\b")
    written = []
    for copy in range(1, count + 1):
        path = os.path.join(folder, f"copy_{copy}.sql")
        with open(path, "w", encoding="utf-8") as file:
            for text in texts:
                file.write(pattern.sub(rf"\1_{copy}", text))
        written.append(path)
    return written
