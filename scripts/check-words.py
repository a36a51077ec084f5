#!/usr/bin/env python3
"""Checks that comments, messages and documents speak plain English and the field's terms.

A .c file of more than a few lines opens with a comment: what it is for.

Words that only this project used for things that have a name elsewhere are listed with what to say. They are looked for in
comments and strings of C sources and in Markdown, and everywhere else in whole files. Some of them stay out of
identifiers, too.

usage: check-words.py [FOLDER…]     without folders: those listed in CHECKED, which the tests check
"""

import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CHECKED = ["README.md", "analyzer", "benchmarks", "docs", "encoders", "scripts", "specs", "sql-frontend", "tests"]
QUOTING = {"check-words.py", "violations.py", "sarif-schema/README.md"}  # they name the words; a license
SAY = {
    r"behind": "after, later, below",
    r"at hand": "current",
    r"in sight": "in scope",
    r"told": "reported, known",
    r"taken (?:to|for)": "assumed to, counted as",
    r"(?:the|of the) files'|of the files(?! that)": "user-defined, of the input files",
    r"stand-?ins?": "user-defined operator or cast",
    r"ghosts?": "rolled back",
    r"anew(?!\.i\.p)": "again, re-read",
    r"nobody|somebody|someone|anybody|everybody|no one": "nothing, a transaction, every program",
    r"whoever|whom|whomever": "the transaction that, the lock holder, which transaction",
    r"(?:is|are|was|were|be|has|have|had|finds it|now|turns out to be) gone|goes and comes again": "deleted, removed",
    r"(?:come|comes|came|coming) to fit|fit(?:s|ted)? no longer|no longer fits?": "starts to match, no longer matches",
    r"(?:rows?|versions?|partners?|those|all) that (?:do(?:es)? not |still |could |would )?fits?": "that match",
    r"fits? (?:the|its|their|that|a statement's|the statement's) (?:\w+ )?(?:conditions?|filters?)": "matches the condition",
    r"sowers?|sows?|sown": "initial rows, inserter",
    r"(?:it|that) does not go(?! on)": "it fails, on failure",
    r"what (?:came|comes|has come) of": "the outcome of",
    r"hears? (?:of|that|why)": "receives an error, is informed",
    r"so many have come": "accepted so far",
    r"own affair": "handled by",
    r"(?:no file|the files|of them|nothing|some unit|the unit|CREATE|DDL) makes?(?! (?:a |the |its |one |it )?\w*(?: \w+)? ?(?:safe|sure|fail|true|false|up|sense|use|difference|faster))"
    r"|makes? and drops|makes? (?:the|a|an|its|all its) (?:schema|table|view|index|sequence|trigger|row|column)s?(?! \w+)": "creates",
    r"one that": "which one, by its noun",
    r"(?<=[:;]\x20)who(?! (?:int|integer|text)\b)|(?:to|from|of|as|for|than|so that) who": "the transaction that, the role that",
    r"(?:branch|handler|CASE|candidate|definition|one|row|rows|version|key|item|type|format|level|pattern)s? (?:that |which )?fits?": "matches",
}
SPACE = r"\s+(?:(?:\*|#|--)\s+)?"  # a phrase may go on in the comment's next line
WORDS = re.compile(r"(?<![\w-])(?:" + "|".join(f"({pattern.replace(' ', SPACE)})" for pattern in SAY) + r")(?![\w-])",
                   re.IGNORECASE)
# Parts of identifiers. Not of solver symbols: Z3's models depend on their names.
NAMED = re.compile(r"\b(?:\w*_)?(anew|ghosts?|sowers?|sowing|sown|nobody|at_hand|sights?|stand_ins?|told|untold|heard|unheard|behind)"
                   r"(?:_\w*)?\b")
SAY_NAMED = {"anew": "reread", "ghost": "rolled_back", "nobody": "none", "at_hand": "current", "sight": "in_scope, model_row",
             "told": "reported", "untold": "unknown", "heard": "diagnostics", "unheard": "ignored", "behind": "after"}
CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.DOTALL)
NAME = re.compile(r'"\.?\w+(\.%d)*"')  # of a solver's symbol
KINDS = {".c", ".h", ".inc", ".md", ".py", ".sh", ".smt2", ".toml", ".sql", ".test", ".spec", ".txt"}


def blank(match):
    return re.sub(r"[^\n]", " ", match.group())


def prose(path, text):
    """Stretches of the text that are language, with where they begin."""
    if path.suffix in (".c", ".h", ".inc"):
        return [(match.start(), match.group()) for match in CODE.finditer(text) if not NAME.fullmatch(match.group())]
    if path.suffix in (".sql", ".spec"):
        return [(match.start(), match.group()) for match in re.finditer(r"--[^\n]*|#[^\n]*", text)]
    if path.suffix == ".md":  # names of symbols and files stand in code spans
        text = re.sub(r"`[^`\n]*`", lambda match: " " * len(match.group()), text)
    return [(0, text)]


def main():
    folders = sys.argv[1:] or CHECKED
    command = ["git", "-C", ROOT, "ls-files", "--", *folders]
    listed = subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines() if folders else []
    names = [ROOT / name for name in listed] or [path for folder in folders for path in (ROOT / folder).rglob("*")]
    problems, count = [], 0
    for path in names:
        if path.suffix not in KINDS or path.name in QUOTING or f"{path.parent.name}/{path.name}" in QUOTING or not path.is_file():
            continue
        count += 1
        text = path.read_text(encoding="utf-8", errors="replace")
        if path.suffix == ".c" and text.count("\n") > 10 and not text.startswith("/*"):
            problems.append(f"{os.path.relpath(path, ROOT)}:1: open the file with a comment that says what it is for")
        for match in NAMED.finditer(CODE.sub(blank, text)) if path.suffix in (".c", ".h", ".inc") else ():
            line = text.count("\n", 0, match.start()) + 1
            say = SAY_NAMED.get(match.group(1), "what it holds")
            problems.append(f"{os.path.relpath(path, ROOT)}:{line}: the name {match.group()}: say {say}")
        for start, part in prose(path, text):
            for match in WORDS.finditer(part):
                say = list(SAY.values())[match.lastindex - 1]
                line = text.count("\n", 0, start + match.start()) + 1
                problems.append(f"{os.path.relpath(path, ROOT)}:{line}: “{' '.join(match.group().split())}”: say {say}")
    print("\n".join(problems) if problems else f"{count} files in plain words")
    return 1 if problems or (folders and not count) else 0


if __name__ == "__main__":
    sys.exit(main())
