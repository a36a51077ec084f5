#!/usr/bin/env python3
"""A log with damage: a line cut in its middle, a line of something else, two lines mixed, an end without a line feed."""

import sys

lines = open(sys.argv[1], encoding="utf-8").read().splitlines()
lines[20] = lines[20][: len(lines[20]) // 2]
lines.insert(40, "archive_command: out of space")
lines[60] = lines[60][:50] + lines[61] + lines[60][50:]
lines[61] = "\udcff\udcfe" + lines[61][2:]
sys.stdout.buffer.write("\n".join(lines)[:-30].encode("utf-8", "surrogateescape"))
