#!/usr/bin/env python3
"""Runs command-line cases and compares what they print with what is expected.

A case is a file NAME.test (its format: tests/README.md):

    why: a syntax error in one statement must not hide the others
    run: isoproof analyze --level read-atomic broken.sql
    status: 3
    stderr has: broken\\.sql:4:1: error
    stdout lacks: withdraw: safe
    === stdout
    the exact standard output
    === stderr
    the exact standard error

`--update` rewrites the status line and the sections that a case has; patterns
are written by hand and stay.
"""

import argparse
import difflib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

KEYS = {
    "why", "run", "status", "seconds", "schema",
    "stdout has", "stdout lacks", "stderr has", "stderr lacks",
}
ONCE = {"why", "status", "seconds", "schema"}
SECTION = re.compile(r"=== (stdout|stderr)$")
DIRECTIVE = re.compile(r"([a-z]+(?: has| lacks)?): ?(.*)$")

# What differs from run to run, and what is printed in its place.
VOLATILE = [
    (re.compile(r"\b\d+(?:\.\d+)?(?= (?:s|ms|MB|seconds)\b)"), "#"),
    (re.compile(r'("(?:[a-z]+_)?seconds": ?)[0-9.eE+-]+'), r"\1#"),
    # A build may read the grammar of a later version.
    (re.compile(r"(?<=this build reads PostgreSQL )\d+"), "15"),
]
SANITIZER = re.compile(r"(?:Address|Leak|UndefinedBehavior)Sanitizer|runtime error: ")
# Sanitizers must not exit with a status that the command uses itself.
SANITIZER_STATUS = 86


class BadCase(Exception):
    pass


class Case:
    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.values = {key: [] for key in KEYS}
        self.sections = {}
        self.lines = self.path.read_text(encoding="utf-8").split("\n")
        section = None
        for number, line in enumerate(self.lines, 1):
            start = SECTION.match(line)
            if start:
                section = start.group(1)
                if section in self.sections:
                    raise BadCase(f"{path}:{number}: a second section {section}")
                self.sections[section] = []
            elif section:
                self.sections[section].append(line)
            elif line.strip() and not line.startswith("#"):
                directive = DIRECTIVE.match(line)
                key = directive and directive.group(1)
                if key not in KEYS:
                    raise BadCase(f"{path}:{number}: not a directive: {line}")
                if key in ONCE and self.values[key]:
                    raise BadCase(f"{path}:{number}: a second {key}")
                self.values[key].append(directive.group(2))
        for key in ("why", "run", "status"):
            if not any(value.strip() for value in self.values[key]):
                raise BadCase(f"{path}: no {key}")
        patterns = [p for key in KEYS if key.endswith((" has", " lacks")) for p in self.values[key]]
        if not patterns and not self.sections and not self.values["schema"]:
            raise BadCase(f"{path}: expects nothing of the output")
        for pattern in patterns:
            try:
                re.compile(pattern)
            except re.error as error:
                raise BadCase(f"{path}: bad pattern {pattern!r}: {error}") from None

    def expected(self, stream):
        """A section's text. The last section ends where the file does."""
        lines = self.sections[stream]
        while lines and lines[-1] == "":
            lines = lines[:-1]
        return "".join(line + "\n" for line in lines)

    def rewrite(self, status, output):
        kept = []
        for line in self.lines:
            if SECTION.match(line):
                break
            kept.append(f"status: {status}" if line.startswith("status:") else line)
        text = "\n".join(kept).rstrip("\n") + "\n"
        for stream in self.sections:
            text += f"=== {stream}\n" + output[stream].rstrip("\n") + ("\n" if output[stream].strip("\n") else "")
        if text != "\n".join(self.lines):
            self.path.write_text(text, encoding="utf-8")
            return True
        return False


def settle(text, scratch, root):
    text = text.replace(str(scratch), "$TMP").replace(str(root), "$ROOT")
    for pattern, replacement in VOLATILE:
        text = pattern.sub(replacement, text)
    return text


def group_alive(group):
    try:
        os.killpg(group, 0)
        return True
    except (ProcessLookupError, PermissionError):
        return False


def execute(case, isoproof, root, limit):
    """Runs the case's commands in its folder: status, output, seconds, problems."""
    problems = []
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="isoproof-golden-"))
    environment = dict(os.environ)
    environment.update(
        PATH=f"{isoproof.parent}{os.pathsep}{environment['PATH']}",
        TMP=str(scratch), ROOT=str(root), LC_ALL="C.UTF-8", XDG_CACHE_HOME=str(scratch / "cache"),
    )
    for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
        environment[name] = f"{environment.get(name, '')}:exitcode={SANITIZER_STATUS}".lstrip(":")
    start = time.monotonic()
    try:
        process = subprocess.Popen(
            ["sh", "-c", "\n".join(case.values["run"])], cwd=case.path.parent, env=environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        )
        try:
            raw = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raw = process.communicate()
            problems.append(f"still running after {limit:g} seconds")
        seconds = time.monotonic() - start
        if group_alive(process.pid):
            os.killpg(process.pid, signal.SIGKILL)
            problems.append("left a process running")
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    output = {
        stream: settle(data.decode("utf-8", "backslashreplace"), scratch, root)
        for stream, data in zip(("stdout", "stderr"), raw)
    }
    if SANITIZER.search(output["stderr"]) or process.returncode == SANITIZER_STATUS:
        problems.append("a sanitizer found an error")
    if process.returncode < 0 or 128 < process.returncode < 160:
        problems.append(f"ended by a signal (status {process.returncode})")
    return process.returncode, output, seconds, problems, raw[0]


def schema_problems(schema_path, data):
    import jsonschema  # only cases with a schema need it

    schema = json.loads(schema_path.read_text(encoding="utf-8"))
    try:
        document = json.loads(data)
    except ValueError as error:
        return [f"standard output is no JSON: {error}"]
    validator = jsonschema.validators.validator_for(schema)(schema)
    return [
        f"against {schema_path.name}: /{'/'.join(map(str, error.absolute_path))}: {error.message}"
        for error in validator.iter_errors(document)
    ]


def judge(case, status, output):
    problems = []
    wanted = case.values["status"][0].strip()
    if str(status) != wanted:
        problems.append(f"exit status {status}, not {wanted}")
    for stream in ("stdout", "stderr"):
        for pattern in case.values[f"{stream} has"]:
            if not re.search(pattern, output[stream], re.MULTILINE):
                problems.append(f"{stream} has no match of: {pattern}")
        for pattern in case.values[f"{stream} lacks"]:
            if re.search(pattern, output[stream], re.MULTILINE):
                problems.append(f"{stream} must not match: {pattern}")
        if stream in case.sections:
            expected, got = case.expected(stream), output[stream].rstrip("\n")
            got = got + "\n" if got else ""
            if expected != got:
                diff = difflib.unified_diff(
                    expected.splitlines(), got.splitlines(), f"expected {stream}", f"got {stream}", lineterm="")
                problems.append("\n".join(diff))
    return problems


def run_case(path, arguments, root):
    """True if the case passed (or was brought up to date)."""
    case = Case(path)
    limit = float(case.values["seconds"][0]) * arguments.slow if case.values["seconds"] else 600.0
    status, output, seconds, problems, raw_stdout = execute(case, arguments.isoproof, root, limit)
    if case.values["schema"]:
        problems += schema_problems(root / case.values["schema"][0].strip(), raw_stdout)
    if arguments.update and not problems:
        if case.rewrite(status, output):
            print(f"{case.path}: rewritten")
        case = Case(path)
    problems += judge(case, status, output)
    if not problems:
        return True
    print(f"FAILED {case.path}: {case.values['why'][0]}")
    for line in case.values["run"]:
        print(f"  $ {line}")
    for problem in problems:
        print("  " + problem.replace("\n", "\n  "))
    for stream in ("stdout", "stderr"):
        if stream not in case.sections and output[stream]:
            print(f"  {stream} was:\n    " + output[stream].rstrip("\n").replace("\n", "\n    "))
    return False


def main():
    parser = argparse.ArgumentParser(description="Runs golden command-line cases.")
    parser.add_argument("--isoproof", type=pathlib.Path, required=True, help="the binary under test")
    parser.add_argument("--update", action="store_true", help="rewrite status lines and exact outputs")
    parser.add_argument("--slow", type=float, default=1.0, help="factor on the cases' time limits")
    parser.add_argument("cases", nargs="+", type=pathlib.Path, help="case files, or folders of them")
    arguments = parser.parse_args()
    arguments.isoproof = arguments.isoproof.resolve()
    root = pathlib.Path(__file__).resolve().parent.parent

    paths = []
    for path in arguments.cases:
        paths += sorted(path.rglob("*.test")) if path.is_dir() else [path]
    failed = 0
    for path in paths:
        try:
            failed += not run_case(path.resolve(), arguments, root)
        except BadCase as error:
            print(error)
            failed += 1
    if len(paths) != 1:
        print(f"{len(paths)} cases, {failed} failed")
    return 1 if failed or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
