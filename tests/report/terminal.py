#!/usr/bin/env python3
"""On a terminal no line of a report is wider than the terminal, but for lines of a patch, and for commands: a line
end in a command would end it when it is pasted.

usage: terminal.py COLUMNS COMMAND…
"""
import os
import pty
import sys

os.environ.update(COLUMNS=sys.argv[1], NO_COLOR="1")
seen = []


def read(fd):
    data = os.read(fd, 4096)
    seen.append(data)
    return b""


pty.spawn(sys.argv[2:], read)
for line in b"".join(seen).decode().splitlines():
    if len(line) > int(sys.argv[1]) and line[0] not in "+-" and not line.startswith("  isoproof "):
        print(f"{len(line)}: {line}")
