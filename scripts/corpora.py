#!/usr/bin/env python3
"""Runs isoproof check on the test histories that other checkers publish, and compares its answers with theirs.

usage: corpora.py [--timeout SECONDS] [--differences] FOLDER [ISOPROOF]

FOLDER holds checkouts, by any name and at any depth, of these repositories; an absent repository is left out:

  lassemoldrup/AWDIT                      histories/tests: a folder for the strongest level that each satisfies
  hengxin/PolySI-PVLDB2023-Artifacts      artifact/PolySIHistories: recordings of PostgreSQL at snapshot isolation, in
                                          dbcop's and in Cobra's format; violations: those of three other databases
  jasonqiu98/GRAIL-artifact               go-graph-checker/histories, go-history-converter: recordings of ArangoDB, as
                                          lists and as registers; GRAIL-experiments: which of them Elle, PolySI and
                                          GRAIL found to violate a level
  jepsen-io/elle, dracoooooo/Plume        histories: the examples of Elle and of its command line

Prints a line for each set of histories and level: how many answers agree with what was published, how many do not, and how
many histories have no answer (--differences names them, with what isoproof says). Nothing is compared where nothing was
published.
"""
import argparse
import collections
import html
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
GRAIL_SETS = ["collection-time", "collection-time-nemesis", "rate", "rate-nemesis", "histories-30s"]
GRAIL_LEVELS = {"SER": "ser", "SI": "si"}  # PL-2 is weaker than read committed here, which forbids non-monotonic reads


class Case:
    """A history, what is known of it ({level: bool}), and how it becomes a file that isoproof reads (None: it is one)."""

    def __init__(self, group, path, expected, convert=None):
        self.group, self.path, self.expected, self.convert = group, path, expected, convert


# ----------------------------------------------------------------------------------------------------- formats


def awdit_test(path):
    """Sessions between lines of =, transactions between lines of -; no key has an initial value, and 0 is one as others."""
    session, transaction, lines, values = 0, 0, [], set()
    for line in path.read_text().split("\n"):
        line = line.strip()
        if line.startswith("="):
            session, transaction = session + 1, transaction + 1
        elif line.startswith("-"):
            transaction += 1
        elif line:
            kind, key, value = line.split()
            lines.append(f"{kind}({key},{int(value) + 1},{session},{transaction})")
    return "\n".join(lines) + "\n"


def cobra(folder):
    """A log a session: S and C with the transaction, W with value and key, R with writer, value and key, as big-endian words."""
    initial, numbers, lines = {0xBEBEEBEE, 0xDEADBEEF}, {}, []

    def number(kind, word):
        return numbers.setdefault((kind, word), len(numbers) + 1)

    for session, log in enumerate(sorted(folder.glob("*.log"))):
        data, at, transaction = log.read_bytes(), 0, 0
        while at < len(data):
            kind = data[at : at + 1]
            words = struct.unpack_from(f">{ {b'S': 1, b'C': 1, b'W': 3, b'R': 4}[kind] }Q", data, at + 1)
            at += 1 + 8 * len(words)
            if kind == b"S":
                transaction = number("transaction", words[0])
            elif kind == b"W":
                lines.append(f"w({number('key', words[1])},{number('value', words[0])},{session},{transaction})")
            elif kind == b"R":
                value = 0 if words[1] in initial else number("value", words[1])
                lines.append(f"r({number('key', words[2])},{value},{session},{transaction})")
    return "\n".join(lines) + "\n"


# ------------------------------------------------------------------------------------------------------ corpora


def awdit(folder):
    levels = ["rc", "ra", "causal"]
    for name, satisfied in (("none", 0), ("read-committed", 1), ("read-atomic", 2), ("causal", 3)):
        for path in sorted(folder.glob(f"**/histories/tests/{name}/**/*.txt")):
            yield Case("AWDIT", path, {level: i < satisfied for i, level in enumerate(levels)}, awdit_test)


def polysi(folder):
    for path in sorted(folder.glob("**/PolySIHistories/fig*/*/*/history.bincode")):
        yield Case("PolySI, dbcop's format", path, {"si": True})
    for path in sorted(folder.glob("**/PolySIHistories/fig*/*/hist-*")):
        if any(path.glob("*.log")):
            yield Case("PolySI, Cobra's format", path, {"si": True}, cobra)
    for path in sorted(folder.glob("**/PolySIHistories/violations/*/*")):
        yield Case("PolySI, violations", path, {"si": False})


def rows(path):
    """The cells of a spreadsheet that was saved as a page."""
    for row in re.findall(r"<tr.*?</tr>", path.read_text(), re.S):
        cells = [html.unescape(re.sub("<[^>]*>", "", c)).strip() for c in re.findall(r"<t[dh].*?</t[dh]>", row, re.S)]
        yield [cell for cell in cells if cell][1:]


def violations_found(path, tool):
    """{(set, level, size): bool} of the spreadsheet with all tools: a block of rows a level, of columns a set."""
    found, level, columns = {}, None, []
    for cells in rows(path):
        if cells and set(cells) == {cells[0]} and len(cells) == len(GRAIL_SETS):
            level = cells[0]
        elif cells and cells[0].startswith("Collection time"):
            starts = [i for i, cell in enumerate(cells) if re.match("Collection time|Rate|Index", cell)] + [len(cells)]
            columns = [(a, cells.index(tool, a, b) if tool in cells[a:b] else None) for a, b in zip(starts, starts[1:])]
        elif level and len(columns) == len(GRAIL_SETS) and cells and cells[0].isdigit():
            for name, (size, column) in zip(GRAIL_SETS, columns):
                if column is not None and column < len(cells):
                    found[name, level, cells[size]] = cells[column] == "1"
    return found


def grail(folder):
    for page in folder.glob("**/GRAIL-experiments/GRAIL-effectiveness*.html"):
        for tool, place, kind in (("Elle", "go-graph-checker/histories", "edn"), ("PolySI", "go-history-converter", "txt")):
            found = violations_found(page, tool)
            for name in GRAIL_SETS:
                for path in sorted(folder.glob(f"**/{place}/{name}/*.{kind}"), key=lambda p: int(p.stem)):
                    known = {ours: not found[name, level, path.stem] for level, ours in GRAIL_LEVELS.items()
                             if (name, level, path.stem) in found}
                    yield Case(f"GRAIL, {'lists' if kind == 'edn' else 'registers'}, against {tool}", path, known)


def elle(folder):
    for name in ("histories/paper-example", "elle/paper-example", "elle/list-append-gh-30", "histories/si-without-g-single"):
        for path in sorted(folder.glob(f"**/{name}.edn")):
            yield Case("Elle", path, {"ser": False})


# ---------------------------------------------------------------------------------------------------------- run


def answers(binary, case, timeout):
    """{level: True, False or None}, what else it said, seconds"""
    path, start = case.path, time.monotonic()
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as converted:
        if case.convert:
            converted.write(case.convert(case.path))
            converted.flush()
            path, start = converted.name, time.monotonic()
        command = [binary, "check", "--format", "json", "--level", ",".join(case.expected), str(path)]
        try:
            run = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
        except subprocess.TimeoutExpired:
            return {}, "time ran out", timeout
    seconds = time.monotonic() - start
    if run.returncode not in (0, 1, 3):
        return {}, run.stderr.strip().split("\n")[0], seconds
    results = json.loads(run.stdout)["results"]
    return {level: result["consistent"] for level, result in zip(case.expected, results)}, "", seconds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--timeout", type=float, default=120)
    parser.add_argument("--differences", action="store_true")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("isoproof", nargs="?", default=str(ROOT / "build" / "isoproof"))
    args = parser.parse_args()
    table = collections.OrderedDict()  # (group, level): [histories, agree, differ, none, seconds]
    different = 0
    for case in (c for corpus in (awdit, polysi, grail, elle) for c in corpus(args.folder)):
        if not case.expected:
            continue
        given, said, seconds = answers(args.isoproof, case, args.timeout)
        for level, expected in case.expected.items():
            counts = table.setdefault((case.group, level), [0, 0, 0, 0, 0.0])
            answer = given.get(level)
            verdict = 3 if answer is None else 1 if answer == expected else 2
            counts[0] += 1
            counts[verdict] += 1
            counts[4] = max(counts[4], seconds)
            different += verdict != 1
            if verdict != 1 and args.differences:
                print(f"{case.path}: {level}: {'consistent' if answer else said or 'not consistent'}", file=sys.stderr)
    print("| histories | level | number | agree | differ | no answer | longest, s |\n| --- | --- | --- | --- | --- | --- | --- |")
    for (group, level), (number, agree, differ, none, longest) in table.items():
        print(f"| {group} | {level} | {number} | {agree} | {differ} | {none} | {longest:.1f} |")
    return 0 if table and not different else 1


if __name__ == "__main__":
    sys.exit(main())
