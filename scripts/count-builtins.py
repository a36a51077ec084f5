#!/usr/bin/env python3
"""How often the functions and operators that the interpreter computes
(analyzer/interpreter/builtin) are written in SQL: a table with a line for each
name and a column for each folder.

Files of SQL are counted as they are, without comments; of files in other
languages their string literals: SQL in them, and literals that are a name, which
is how libraries that build SQL name functions. Else a name counts where "(" follows
it. So tables, columns and user-defined functions of the same name count, too: a
count of 0 means that nothing uses a function, not that everything counted uses it.

usage: count-builtins.py [--missing N] [--zeros] [--without FILE] NAME=FOLDER…
  --missing N     also the N functions of PostgreSQL that are used most, by their
                  names, and that the interpreter does not compute
  --zeros         only names that no folder uses
  --without TEXT  leave out files with this in their paths; can be repeated
"""

import argparse
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILTIN = ROOT / "analyzer/interpreter/builtin"
SQL = {".sql", ".spec"}
CODE = {".py", ".js", ".ts", ".java", ".c", ".h", ".hs", ".rb", ".go"}
COMMENTS = re.compile(r"--[^\n]*|/\*.*?\*/", re.S)
LITERALS = re.compile(r'"""(.*?)"""|\'\'\'(.*?)\'\'\'|`((?:\\.|[^`\\])*)`|"((?:\\.|[^"\\\n])*)"|\'((?:\\.|[^\'\\\n])*)\'', re.S)
CALL = re.compile(r"(?<![\w.])(?:pg_catalog\.|func\.)?(\w+)\s*\(", re.I)
OPERATOR = re.compile(r"(?<![-+*/<>=~!@#%^&|?])[-+*/<>=~!@#%^&|?]+")
OPERATOR_LITERAL = re.compile(r"^ ?([-+*/<>=~!@#%^&|?]{2,}) ?$", re.M)
# Syntax of its own that the parser turns into calls of these.
SYNTAX = {"substring": r"\bsubstring\b", "overlay": r"\boverlay\b", "timezone": r"\bat\s+time\s+zone\b",
          "similar_to_escape": r"\bsimilar\s+to\b", "~~": r"\blike\b", "~~*": r"\bilike\b", "!~~": r"\bnot\s+like\b", "!~~*": r"\bnot\s+ilike\b",
          "btrim": r"\btrim\s*\(", "ltrim": r"\btrim\s*\(\s*leading\b", "rtrim": r"\btrim\s*\(\s*trailing\b",
          **{name: rf"\b{name}\b" for name in ("current_date", "current_timestamp", "localtime", "localtimestamp",
                                              "current_time")}}


def computed():
    """Names in the tables of signatures, and of aggregates."""
    names = set()
    for path in BUILTIN.glob("*.c"):
        text = path.read_text()
        names.update(re.findall(r'\{"([a-z_0-9]+|[^\w"]+)", (?:"|[re]\b)', text))  # "r": range.c's macro
    return names | {"count", "min", "max", "array_agg", "json_agg", "jsonb_agg", "json_object_agg", "jsonb_object_agg"}


def server():
    return set(re.findall(r'^BUILTIN\("(\w+)"', (ROOT / "sql-frontend/catalog/builtin_functions.inc").read_text(), re.M))


def sql_of(path):
    text = path.read_text(errors="replace")
    if path.suffix in SQL:
        return COMMENTS.sub(" ", text)
    literals = ["".join(groups) for groups in LITERALS.findall(text)]
    return COMMENTS.sub(" ", "\n".join(f"{literal}(" if literal.isidentifier() else literal for literal in literals))


def count(folder, without):
    found = collections.Counter()
    for path in sorted(folder.rglob("*")):
        if path.suffix not in SQL | CODE or not path.is_file() or any(part in str(path) for part in without):
            continue
        text = sql_of(path)
        found.update(name.lower() for name in CALL.findall(text))
        found.update(OPERATOR.findall(text) if path.suffix in SQL else OPERATOR_LITERAL.findall(text))
        for name, pattern in SYNTAX.items():
            found[name] += len(re.findall(pattern, text, re.I))
    return found


def table(names, folders, counts):
    lines = ["| name | " + " | ".join(folders) + " |", "| --- |" + " ---: |" * len(folders)]
    for name in sorted(names):
        quoted = "`" + name.replace("|", "\\|") + "`"
        lines.append(f"| {quoted} | " + " | ".join(str(counts[folder][name]) for folder in folders) + " |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    parser.add_argument("--missing", type=int, default=0)
    parser.add_argument("--zeros", action="store_true")
    parser.add_argument("--without", action="append", default=[])
    parser.add_argument("folders", nargs="+")
    arguments = parser.parse_args()
    folders = dict(folder.split("=", 1) for folder in arguments.folders)
    counts = {name: count(pathlib.Path(folder), arguments.without) for name, folder in folders.items()}
    names = computed()
    if arguments.zeros:
        names = {name for name in names if not any(counts[folder][name] for folder in folders)}
    print(table(names, list(folders), counts))
    if arguments.missing:
        whole = sum(counts.values(), collections.Counter())
        missing = sorted(server() - computed(), key=lambda name: (-whole[name], name))[:arguments.missing]
        print("\nnot computed\n\n" + table([name for name in missing if whole[name]], list(folders), counts))
    return 0


if __name__ == "__main__":
    sys.exit(main())
