#!/usr/bin/env python3
"""What `isoproof templates` needs for a large log: processor time and memory.

usage: logs.py [--size BYTES] [--log FILE] [--schema FILE] [--log-line-prefix FORMAT] [--keep FILE]
       [--most-memory MB] [ISOPROOF]

Repeats a log, each time with sessions of its own and with other numbers in its statements, until it has the size, and reads it.
Without --log: the log that tests/templates/log.py writes, in each of its formats.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
WRITER = HERE.parent / "tests" / "templates" / "log.py"
PREFIX = "%m [%p] %c %v %d %a "
SESSION = re.compile(r"\b[0-9a-f]{8}(\.[0-9a-f]+)\b")
NUMBER = re.compile(r"(?<=[=( ])\d+(?=[ ,);\"']|$)")
STATEMENT = re.compile(r"(statement|execute [^:]*): ")


def repeat(text, size, path):
    """Sets of lines that differ in their sessions and in the numbers of their statements."""
    pieces = []  # text, and numbers in it to be raised
    for line in text.splitlines(keepends=True):
        line = SESSION.sub(lambda found: "\0" + found[1], line)
        said = STATEMENT.search(line)
        if said:
            line = line[:said.end()] + NUMBER.sub(lambda found: f"\1{found[0]}\1", line[said.end():])
        pieces.append(line)
    parts = "".join(pieces).split("\1")
    written = count = 0
    with open(path, "w", encoding="utf-8") as file:
        while written < size:
            count += 1
            made = "".join(str(int(part) + 1000 * count) if i % 2 else part for i, part in enumerate(parts))
            written += file.write(made.replace("\0", f"{count:08x}"))


def measure(name, path, arguments, options):
    begun = time.monotonic()
    with subprocess.Popen([arguments.isoproof, "templates", *options, "--output", path + ".sql", path], stderr=subprocess.PIPE,
                          text=True) as process:
        said = process.stderr.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{name}: exit status {process.returncode}\n{said}")
    size = os.path.getsize(path) / 1e6
    entries = re.search(r"(\d+) entries", said)[1]
    templates = re.search(r"in (\d+) templates", said)[1]
    print(f"| {name} | {size:.0f} | {entries} | {templates} | {used.ru_utime:.1f} | {used.ru_stime:.1f} | "
          f"{time.monotonic() - begun:.0f} | {used.ru_maxrss / 1000:.0f} |", flush=True)
    return used.ru_maxrss / 1000 <= arguments.most_memory


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("isoproof", nargs="?", default=os.environ.get("ISOPROOF") or str(HERE.parent / "build" / "isoproof"),
                        help="the command to run (default: $ISOPROOF, then build/isoproof)")
    parser.add_argument("--size", type=float, default=1e9, help="of the log that is made (default: 1e9)")
    parser.add_argument("--log", help="the log to repeat (default: a small one in each format)")
    parser.add_argument("--schema", help="of its database")
    parser.add_argument("--log-line-prefix", default=PREFIX, help="of a log of format stderr")
    parser.add_argument("--keep", help="where to leave the log that is made")
    parser.add_argument("--most-memory", type=float, default=500, help="more megabytes are a failure (default: 500)")
    arguments = parser.parse_args()
    good = True
    options = ["--log-line-prefix", arguments.log_line_prefix] + (["--schema", arguments.schema] if arguments.schema else [])
    print("| log | MB | entries | templates | user s | system s | seconds | MB of memory |\n| --- | --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        path = arguments.keep or folder + "/log"
        for name in [arguments.log] if arguments.log else ["json", "csv", "stderr"]:
            if arguments.log:
                text = pathlib.Path(name).read_text(encoding="utf-8")
            else:
                text = subprocess.run([sys.executable, WRITER, name, "shop", "protocol"], capture_output=True, text=True, check=True).stdout
            repeat(text, arguments.size, path)
            good &= measure(os.path.basename(name), path, arguments, options)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
