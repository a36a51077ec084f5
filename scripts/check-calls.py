#!/usr/bin/env python3
"""Checks the calls between rooms (scripts/rooms.py), as the built objects have them: there is no circle of rooms, and a
layer calls only those before it. A function that is declared in a room below and defined in one above would pass the
check of includes and is found here.

usage: check-calls.py BUILD-FOLDER [ROOT]
"""

import collections
import pathlib
import re
import subprocess
import sys

import rooms

DEFINED, UNDEFINED = "TDBRCVW", "U"


def symbols(build, root):
    """{source: (defined, undefined)} of the objects of the layers."""
    objects = {}
    for path in sorted((build / "CMakeFiles").rglob("*.o")):
        source = re.search(rf"\.dir/((?:{'|'.join(rooms.LAYERS)})/.*)\.o$", str(path))
        if source and (root / source[1]).is_file():
            objects[str(path)] = root / source[1]
    found = {source: (set(), set()) for source in objects.values()}
    # One process for all of them: a line is "OBJECT:ADDRESS KIND NAME", the address blank for an undefined one.
    command = ["nm", "--print-file-name", "--extern-only", *objects]
    listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout if objects else ""
    for line in listing.splitlines():
        path, rest = line.rsplit(":", 1)
        kind, name = rest.split()[-2:]
        if kind in DEFINED:
            found[objects[path]][0].add(name)
        elif kind == UNDEFINED:
            found[objects[path]][1].add(name)
    return found


def check(build, root):
    objects = symbols(build, root)
    if not objects:
        return [f"no objects of the sources in {build}"]
    home = {name: source for source, (defined, _) in objects.items() for name in defined}
    edges, example, problems = collections.defaultdict(set), {}, []
    for source, (_, undefined) in objects.items():
        room, layer = rooms.room_of(root, source), source.relative_to(root).parts[0]
        for name in sorted(undefined & home.keys()):
            other = rooms.room_of(root, home[name])
            if other == room:
                continue
            edges[room].add(other)
            example.setdefault((room, other), f"{source.relative_to(root)} calls {name}, {home[name].relative_to(root)}")
            if rooms.LAYERS.index(layer) < rooms.LAYERS.index(home[name].relative_to(root).parts[0]):
                problems.append(f"a call to a later layer: {source.relative_to(root)} calls {name}")
    for group in rooms.circles(edges):
        problems.append(f"rooms call each other in a circle: {', '.join(group)}")
        problems += [f"    {example[a, b]}" for a in group for b in group if (a, b) in example]
    return problems


def main():
    root = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else pathlib.Path(__file__).parent.parent).resolve()
    problems = check(pathlib.Path(sys.argv[1]).resolve(), root)
    print("\n".join(problems) if problems else "no circle of calls between rooms")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
