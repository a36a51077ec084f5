#!/usr/bin/env python3
"""How long an editor waits when a file is saved: `isoproof analyze --format gcc --at FILE`, at PostgreSQL's three levels.

usage: on_save.py [--runs N] [--isoproof COMMAND] FILE… (default: SmallBank)

A copy of the last file is looked at before anything is kept, again unchanged, and once after each of its programs was
changed, a blank being put before its END. Prints seconds of the clock and of the processor, and questions to the solver.
"""
import argparse
import json
import os
import pathlib
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ENDS = re.compile(r"\bEND\b\s*;?\s*\$")


class Look:
    def __init__(self, isoproof, folder, names):
        self.isoproof, self.folder, self.names = isoproof, folder, names

    def run(self, *options):
        """Seconds of the clock and of the processor."""
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        done = subprocess.run(
            [self.isoproof, "analyze", "--at", self.names[-1], *options, *self.names], cwd=self.folder, text=True,
            capture_output=True, env=dict(os.environ, XDG_CACHE_HOME=str(self.folder / "cache")))
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode not in (1, 3):
            sys.exit(f"status {done.returncode}: {done.stderr}")
        self.output = done.stdout
        return time.monotonic() - start, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def questions(self):
        self.run("--format", "json", "--no-cache")
        return sum(result["statistics"]["queries"] for result in json.loads(self.output)["results"])

    def save(self):
        return self.run("--format", "gcc")


def report(what, times):
    clock, cpu = zip(*times)
    print(f"| {what} | {statistics.median(clock):.2f} | {max(clock):.2f} | {statistics.median(cpu):.2f} |")


def main():
    parser = argparse.ArgumentParser(usage=__doc__.splitlines()[2].removeprefix("usage: "))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--isoproof", default=os.environ.get("ISOPROOF", "build/isoproof"))
    parser.add_argument("files", nargs="*", default=[str(HERE / "smallbank" / "smallbank.sql")])
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="isoproof-save-") as scratch:
        folder = pathlib.Path(scratch)
        names = [shutil.copy(file, folder / f"{i}.sql").name for i, file in enumerate(arguments.files)]
        look = Look(str(pathlib.Path(arguments.isoproof).resolve()), folder, names)
        saved = folder / names[-1]
        text = saved.read_text()
        ends = [0, *(match.start() for match in ENDS.finditer(text)), len(text)]
        parts = [text[begin:end] for begin, end in zip(ends, ends[1:])]
        first, again, changed = [], [], []
        for _ in range(arguments.runs):
            shutil.rmtree(folder / "cache", ignore_errors=True)
            first.append(look.save())
            again.append(look.save())
            for i in range(len(parts) - 1):
                parts[i] += " "
                saved.write_text("".join(parts))
                changed.append(look.save())
        print(f"{look.questions()} questions to the solver, {len(parts) - 1} programs changed one by one, {arguments.runs} runs\n")
        print("| look | median s | longest s | processor s |\n| --- | --- | --- | --- |")
        report("nothing is kept yet", first)
        report("unchanged", again)
        if changed:
            report("one program changed", changed)


if __name__ == "__main__":
    main()
