#!/usr/bin/env python3
"""Checks the layering: which folder may include, exit and print what.

Each layer has a file includes.allowed. A line is one of

    <header.h>        [file…]   a library's header
    LAYER/header.h    [file…]   another layer's header; LAYER/* for all of them
    folder/*          [file…]   headers of a folder inside the layer
    exit              file…     files that may end the process
    print             file…     files that may write to standard output or error

and # starts a comment. Files after an entry (or patterns: report/*) are the only
ones it holds for. The headers of a source's own folder and of those above it in
the layer, and those of C17 and POSIX, need no entry. An entry that nothing uses
is an error too: the lists are to say what is true.

usage: check-includes.py [ROOT]
"""

import fnmatch
import pathlib
import re
import sys

LAYERS = ["sql-frontend", "encoders", "analyzer"]
STANDARD = set(
    "assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg "
    "stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype "
    "dirent fcntl fnmatch getopt glob libgen poll pthread regex strings termios unistd "
    "sys/ioctl sys/mman sys/resource sys/select sys/stat sys/time sys/types sys/wait".split())
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
ACTS = {
    "exit": re.compile(r"\b(?:exit|_exit|_Exit|quick_exit|abort|assert|raise|__builtin_trap)\s*\("),
    "print": re.compile(r"\b(?:v?printf|puts|putchar|perror)\s*\(|\bstd(?:out|err)\b"),
}


def read_rules(layer, complain):
    rules = {}
    path = layer / "includes.allowed"
    if not path.is_file():
        complain(path, 1, "is missing")
        return rules
    for number, line in enumerate(path.read_text().splitlines(), 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        entry, files = words[0], words[1:]
        if entry in ACTS and not files:
            complain(path, number, f"{entry} needs the files it is allowed in")
        rules[entry] = (number, set(files))
    return rules


def resolve(root, source, layer, name):
    """The file that a quoted include finds, as the build's include paths have it."""
    for folder in [source.parent, layer] + [root / other for other in LAYERS]:
        if (folder / name).is_file():
            return (folder / name).resolve()
    return None


def entry_of(root, source, layer, mark, name):
    """The rule that an include needs: None for no rule."""
    if mark == "<":
        return None if name.removesuffix(".h") in STANDARD else f"<{name}>"
    found = resolve(root, source, layer, name)
    if found is None:
        return name
    if found.is_relative_to(layer):
        return None if source.is_relative_to(found.parent) else str(found.relative_to(layer))
    return str(found.relative_to(root))


def check(root):
    problems = []

    def complain(path, line, message):
        problems.append(f"{path.relative_to(root)}:{line}: {message}")

    sources = 0
    for layer in (root / name for name in LAYERS):
        rules = read_rules(layer, complain)
        used = set()

        def allowed(entry, file):
            keys = [entry] if entry in ACTS or entry.startswith("<") else [entry] + [
                f"{parent}/*" for parent in pathlib.PurePosixPath(entry).parents if str(parent) != "."]
            for key in keys:
                if key not in rules:
                    continue
                patterns = {pattern for pattern in rules[key][1] if fnmatch.fnmatchcase(file, pattern)}
                if patterns or not rules[key][1]:
                    used.add(key)
                    used.update((key, pattern) for pattern in patterns)
                    return True
            return False

        for source in sorted([*layer.rglob("*.c"), *layer.rglob("*.h")]):
            sources += 1
            file = str(source.relative_to(layer))
            text = source.read_text()
            for match in INCLUDE.finditer(text):
                line = text.count("\n", 0, match.start(1)) + 1
                entry = entry_of(root, source, layer, *match.groups())
                if entry and not allowed(entry, file):
                    complain(source, line, f"may not include {entry} (see {layer.name}/includes.allowed)")
            code = NOT_CODE.sub(lambda match: "\n" * match.group().count("\n"), text)
            for act, pattern in ACTS.items():
                for match in pattern.finditer(code):
                    if not allowed(act, file):
                        line = code.count("\n", 0, match.start()) + 1
                        complain(source, line, f"may not {act}: {match.group().rstrip('( ')}")
        for entry, (number, files) in rules.items():
            for file in sorted(files) or [None]:
                if (entry if file is None else (entry, file)) not in used:
                    complain(layer / "includes.allowed", number, f"nothing uses: {entry} {file or ''}".rstrip())
    if not sources:
        problems.append("no sources found")
    return problems


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
    problems = check(root)
    print("\n".join(problems) if problems else "every include is allowed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
