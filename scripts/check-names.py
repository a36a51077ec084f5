#!/usr/bin/env python3
"""Checks names in the code.

- Every external name begins with the prefix of its room (includes.allowed), and with no longer
  prefix of another room: a call says where to look. Names of sql-frontend/base/, which are used
  everywhere, begin with ip_ alone. No other library's names do: libpg_query alone exports 1,774.
- A function that only its own file uses is static.
- No two headers define a type of the same name.
- No level of specs/ is named in a string of the C sources: levels are data, and
  what holds for a level that ships holds for a user's own file. Pages of `isoproof
  explain` and help texts may name levels as examples.

usage: check-names.py BUILD-FOLDER
"""

import pathlib
import re
import subprocess
import sys

import rooms

ROOT = pathlib.Path(__file__).resolve().parent.parent
LAYERS = ["sql-frontend", "encoders", "analyzer"]
PROSE = {"analyzer/command/pages/examples.c", "analyzer/command/pages/pages.c", "analyzer/command/table.c", "analyzer/command/options/command.h"}
TYPE = re.compile(r"^\} (\w+);", re.MULTILINE)
STRING = re.compile(r'//[^\n]*|/\*.*?\*/|"((?:\\.|[^"\\\n])*)"', re.DOTALL)


def external_names(build):
    """Of the objects of ours: {source: the names that it exports}."""
    sources = {}
    for objects in sorted(build.glob("CMakeFiles/*.dir")):
        for path in sorted(objects.rglob("*.o")):
            source = ROOT / path.relative_to(objects).with_suffix("")
            if source.is_file():
                sources[str(path)] = source
    listing = subprocess.run(["nm", "--extern-only", "--defined-only", "--print-file-name", *sources],
                             capture_output=True, text=True, check=True).stdout
    found = {}
    for line in listing.splitlines():
        place, symbol = line.rsplit(":", 1)[0], line.split()[-1]
        found.setdefault(sources[place], []).append(symbol)
    return found


def check_prefixes(build, problems):
    """How many names there are. The sanitizers add names of theirs."""
    prefixes, count = rooms.prefixes(ROOT), 0
    for source, names in external_names(build).items():
        room = rooms.room_of(ROOT, source)
        own = prefixes.get(room)
        for name in names:
            count += 1
            cpp = source.suffix == ".cc" and not name.startswith("ip_")  # instances of templates
            if cpp or name == "main" or name.startswith(("__odr_asan", "__asan")):
                continue
            if own is None:
                problems.append(f"{room}/{rooms.LIST}: {name} needs a line \"prefix\"")
                continue
            matching = [p for p in prefixes.values() if name.startswith(p) or name == p.rstrip("_")]
            if own not in matching or len(max(matching, key=len)) > len(own):
                problems.append(f"{source.relative_to(ROOT)}: {name} should begin with {own}, and with no other room's prefix")
    return count


def used_at_home(build):
    """External functions of the libraries that no other object uses."""
    listing = subprocess.run(["nm", "--extern-only", "--print-file-name", *build.rglob("*.o")],
                             capture_output=True, text=True, check=True).stdout
    defined, used = {}, {}
    for line in listing.splitlines():
        place, symbol = line.split(":", 1)[0], line.split()[-1]
        if line.split()[-2] == "U":
            used.setdefault(symbol, set()).add(place)
        elif line.split()[-2] == "T" and "/libip" not in place and "/ip_" in place:
            defined[symbol] = place
    return [f"{pathlib.Path(place).name}: only this file uses {symbol}: make it static"
            for symbol, place in sorted(defined.items()) if symbol.startswith("ip_") and not used.get(symbol, set()) - {place}]


def types_twice():
    """Types that two headers define."""
    where = {}
    for layer in LAYERS:
        for header in sorted((ROOT / layer).rglob("*.h")):
            for name in TYPE.findall(header.read_text()):
                where.setdefault(name, []).append(str(header.relative_to(ROOT)))
    return [f"{' and '.join(files)} define {name}" for name, files in sorted(where.items()) if len(files) > 1]


def main():
    problems = used_at_home(pathlib.Path(sys.argv[1])) + types_twice()
    symbols = check_prefixes(pathlib.Path(sys.argv[1]), problems)
    if not symbols:
        problems.append(f"no objects with names in {sys.argv[1]}")

    levels = sorted(path.stem for path in (ROOT / "specs").glob("*.smt2"))
    if not levels:
        problems.append("no level in specs/")
    named = re.compile(r"(?<![\w-])(?:" + "|".join(map(re.escape, levels)) + r")(?![\w-])") if levels else None
    for layer in LAYERS:
        for source in sorted([*(ROOT / layer).rglob("*.c"), *(ROOT / layer).rglob("*.h")]):
            name = str(source.relative_to(ROOT))
            if name in PROSE or not named:
                continue
            text = source.read_text()
            for match in STRING.finditer(text):
                level = match.group(1) and named.search(match.group(1))
                if level:
                    line = text.count("\n", 0, match.start()) + 1
                    problems.append(f"{name}:{line}: names the level {level.group()}")

    print("\n".join(problems) if problems else f"{symbols} symbols, {len(levels)} levels: as they should be")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
