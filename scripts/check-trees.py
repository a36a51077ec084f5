#!/usr/bin/env python3
"""Checks that no parse tree of any kind (ip_tree, ip_list) is read as a struct of one kind without a look at what it is.

ip_tree is void, so that C converts it to any struct in silence. Here the sources that include parse/tree.h are compiled
with it as a struct of its own (-DIP_TREES_APART), and the compiler warns of each conversion. Those from a struct to
ip_tree are what it is for; those the other way are listed: ip_as_KIND and ip_message_as take their place.

usage: check-trees.py [FOLDER]     without a folder: the project's
"""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

import rooms

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent).resolve()
TREE = r"'(?:const )?(?:ip_tree|ip_list) \*'"
STRUCT = r"'(?:const )?PgQuery__\w+ \*'"
SPEAKS = re.compile(r"\bip_tree\b|\bPgQuery__")
PLACE = re.compile(r"(.+?):(\d+):\d+: warning: ")
FINDS = [
    re.compile(rf"note: expected {STRUCT} but argument is of type {TREE}"),
    re.compile(rf"warning: (?:initialization of|assignment to) {STRUCT} from incompatible pointer type {TREE}"),
    re.compile(rf"warning: returning {TREE} from a function with incompatible return type {STRUCT}"),
]


def problems(source):
    command = ["gcc", "-fsyntax-only", "-std=gnu17", "-Wincompatible-pointer-types", "-fdiagnostics-color=never",
               "-fno-diagnostics-show-caret", "-DIP_TREES_APART",
               *(f"-I{ROOT / layer}" for layer in rooms.LAYERS), source]
    run = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"LC_ALL": "C"}, check=False)
    found, place = [], None
    for line in run.stderr.splitlines():
        start = PLACE.match(line)
        place = f"{start[1]}:{start[2]}" if start else place
        if any(find.search(line) for find in FINDS):
            found.append(f"{place}: a tree is read as a struct: {line.split(': ', 2)[-1]}")
        if ": error: " in line:
            found.append(line)
    return found


def main():
    sources = sorted(path for layer in rooms.LAYERS for path in (ROOT / layer).rglob("*.c") if SPEAKS.search(path.read_text()))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = sorted({problem for of_one in pool.map(problems, sources) for problem in of_one})
    print("\n".join(found) if found else f"{len(sources)} sources read no tree as a struct unseen")
    return 1 if found or not sources else 0


if __name__ == "__main__":
    sys.exit(main())
