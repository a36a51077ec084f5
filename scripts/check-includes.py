#!/usr/bin/env python3
"""Checks which room may include, exit and print what (scripts/rooms.py says what a room is).

A line of a room's includes.allowed is one of

    <header.h>        [file…]   a library's header
    ROOM/header.h     [file…]   a header of another room, its path from the root; ROOM/* for all of them
    exit              file…     files that may end the process
    print             file…     files that may write to standard output or error
    prefix ip_ROOM_             what the room's external names begin with (check-names.py)

and # starts a comment. Files after an entry (or patterns: export_*) are the only ones of the room that it holds for.
Headers of the own room, of C17 and of POSIX need no entry. An entry that nothing uses is an error, too: the lists are to
say what is true. So is a circle of rooms that include each other.

usage: check-includes.py [ROOT]
"""

import collections
import fnmatch
import pathlib
import re
import sys

import rooms

STANDARD = set(
    "assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg "
    "stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype "
    "dirent fcntl fnmatch getopt glob libgen netdb netinet/in netinet/tcp poll pthread regex semaphore strings termios unistd "
    "sys/ioctl sys/mman sys/resource sys/select sys/socket sys/stat sys/time sys/types sys/un sys/wait".split())
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
ACTS = {
    "exit": re.compile(r"\b(?:exit|_exit|_Exit|quick_exit|abort|assert|raise|__builtin_trap)\s*\("),
    "print": re.compile(r"\b(?:v?printf|puts|putchar|perror)\s*\(|\bstd(?:out|err)\b"),
}


class Room:
    """A list of what is allowed, and which of its entries have been used."""

    def __init__(self, path, complain):
        self.path, self.rules, self.used = path, {}, set()
        for number, line in enumerate(path.read_text().splitlines(), 1):
            words = line.split("#")[0].split()
            if not words or words[0] == "prefix":
                continue
            if words[0] in ACTS and not words[1:]:
                complain(path, number, f"{words[0]} needs the files it is allowed in")
            self.rules[words[0]] = (number, set(words[1:]))

    def allows(self, entry, file):
        for key in [entry] if entry in ACTS or entry.startswith("<") else [entry, f"{entry.rpartition('/')[0]}/*"]:
            if key not in self.rules:
                continue
            patterns = {pattern for pattern in self.rules[key][1] if fnmatch.fnmatchcase(file, pattern)}
            if patterns or not self.rules[key][1]:
                self.used.add(key)
                self.used.update((key, pattern) for pattern in patterns)
                return True
        return False

    def unused(self):
        for entry, (number, files) in self.rules.items():
            for file in sorted(files) or [None]:
                if (entry if file is None else (entry, file)) not in self.used:
                    yield number, f"nothing uses: {entry} {file or ''}".rstrip()


def resolve(root, source, name):
    """The file that a quoted include finds, as the build's include paths have it."""
    for folder in [source.parent] + [root / layer for layer in rooms.LAYERS]:
        if (folder / name).is_file():
            return (folder / name).resolve()
    return None


def check(root):
    problems, lists, edges, count = [], {}, collections.defaultdict(set), 0

    def complain(path, line, message):
        problems.append(f"{path.relative_to(root)}:{line}: {message}")

    for path in sorted(path for layer in rooms.LAYERS for path in (root / layer).rglob(rooms.LIST)):
        lists[str(path.parent.relative_to(root))] = Room(path, complain)
    for source in rooms.sources(root):
        count += 1
        name = rooms.room_of(root, source)
        if name is None:
            complain(source, 1, f"{source.parent.relative_to(root)} has no {rooms.LIST}")
            continue
        room, file, text = lists[name], str(source.relative_to(root / name)), source.read_text()
        for match in INCLUDE.finditer(text):
            mark, what = match.groups()
            entry = None if mark == "<" and what.removesuffix(".h") in STANDARD else f"<{what}>"
            if mark == '"':
                found = resolve(root, source, what)
                entry = str(found.relative_to(root)) if found else what
                other = rooms.room_of(root, found) if found else None
                if other == name:
                    entry = None
                elif other:
                    edges[name].add(other)
            if entry and not room.allows(entry, file):
                complain(source, text.count("\n", 0, match.start(1)) + 1, f"may not include {entry} (see {name}/{rooms.LIST})")
        code = NOT_CODE.sub(lambda match: "\n" * match.group().count("\n"), text)
        for act, pattern in ACTS.items():
            for match in pattern.finditer(code):
                if not room.allows(act, file):
                    complain(source, code.count("\n", 0, match.start()) + 1, f"may not {act}: {match.group().rstrip('( ')}")
    for room in lists.values():
        for number, message in room.unused():
            complain(room.path, number, message)
    problems += [f"rooms include each other in a circle: {', '.join(group)}" for group in rooms.circles(edges)]
    if not count:
        problems.append("no sources found")
    return problems


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
    problems = check(root)
    print("\n".join(problems) if problems else "every include is allowed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
