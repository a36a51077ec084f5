"""The checks of includes, calls, words and parse trees themselves: each kind of violation, in a small tree, is noticed."""

import os
import pathlib
import subprocess
import sys
import tempfile

SCRIPTS = pathlib.Path(os.environ["ISOPROOF_SOURCE_DIR"]) / "scripts"

GOOD = {
    "sql-frontend/parse/includes.allowed": "<pg_query.h> parse.c\n",
    "sql-frontend/parse/parse.c": '#include "parse/parse.h"\n#include <pg_query.h>\n#include <stdio.h>\n',
    "sql-frontend/parse/parse.h": "",
    "sql-frontend/program/includes.allowed": "",
    "sql-frontend/program/program.h": "",
    "encoders/includes.allowed": "sql-frontend/program/program.h\n<z3.h>\n",
    "encoders/encode.c": '#include "program/program.h"\n#include <z3.h>\n/* exit(1) in a comment */ char *s = "abort()";\n',
    "encoders/encode.h": "",
    "analyzer/command/includes.allowed": "encoders/*\nanalyzer/report/* main.c\nexit main.c\nprint main.c\n",
    "analyzer/command/main.c": '#include "encode.h"\n#include "report/text.h"\nint main(void) { puts("x"); exit(1); }\n',
    "analyzer/report/includes.allowed": "",
    "analyzer/report/text.h": "",
    "analyzer/report/words/words.c": '#include "report/text.h"\n',
    "analyzer/run/includes.allowed": "",
    "analyzer/run/run.c": "",
}

# what is changed, what must be said (None: nothing)
INCLUDES = [
    ({}, None),
    ({"sql-frontend/parse/other.c": "#include <pg_query.h>\n"}, "sql-frontend/parse/other.c:1: may not include <pg_query.h>"),
    ({"sql-frontend/parse/other.c": "\n#include <z3.h>\n"}, "sql-frontend/parse/other.c:2: may not include <z3.h>"),
    ({"sql-frontend/parse/other.c": '#include "encode.h"\n'}, "may not include encoders/encode.h"),
    ({"sql-frontend/parse/other.c": '#include "../../encoders/encode.h"\n'}, "may not include encoders/encode.h"),
    ({"sql-frontend/parse/other.c": '#include "program/program.h"\n'}, "may not include sql-frontend/program/program.h"),
    ({"encoders/encode.h": "#include <pg_query.h>\n"}, "encoders/encode.h:1: may not include <pg_query.h>"),
    ({"encoders/encode.h": '#include "parse/parse.h"\n'}, "may not include sql-frontend/parse/parse.h"),
    ({"encoders/encode.h": '#include "nowhere.h"\n'}, "may not include nowhere.h"),
    ({"analyzer/run/run.c": '#include "report/text.h"\n'}, "analyzer/run/run.c:1: may not include analyzer/report/text.h"),
    ({"analyzer/run/run.c": "void f(void) {\n    exit(2);\n}\n"}, "analyzer/run/run.c:2: may not exit: exit"),
    ({"analyzer/run/run.c": "void f(void) { abort (); }\n"}, "may not exit: abort"),
    ({"analyzer/run/run.c": "void f(void) { fputs(s, stderr); }\n"}, "may not print: stderr"),
    ({"analyzer/run/run.c": "void f(void) { printf(s); }\n"}, "may not print: printf"),
    ({"encoders/includes.allowed": "sql-frontend/program/program.h\n<z3.h>\n<jansson.h>\n"}, "nothing uses: <jansson.h>"),
    ({"analyzer/run/includes.allowed": None}, "analyzer/run has no includes.allowed"),
    ({"encoders/term/term.c": ""}, "encoders/term has no includes.allowed"),
    ({"analyzer/run/includes.allowed": "analyzer/report/text.h\n", "analyzer/run/run.c": '#include "report/text.h"\n',
      "analyzer/run/run.h": "", "analyzer/report/includes.allowed": "analyzer/run/run.h\n",
      "analyzer/report/text.c": '#include "run/run.h"\n'}, "rooms include each other in a circle: analyzer/report, analyzer/run"),
]
CALLS = [
    ({}, None),
    ({"analyzer/run/run.c": "void print(void);\nvoid run(void) { print(); }\n",
      "analyzer/report/text.c": "void print(void) {}\n"}, None),
    ({"analyzer/run/run.c": "void print(void);\nvoid run(void) { print(); }\n",
      "analyzer/report/text.c": "void run(void);\nvoid print(void) { run(); }\n"},
     "rooms call each other in a circle: analyzer/report, analyzer/run"),
    ({"analyzer/run/run.c": "void run(void) {}\n", "sql-frontend/program/program.c": "void run(void);\nvoid f(void) { run(); }\n"},
     "a call to a later layer: sql-frontend/program/program.c calls run"),
]
WORDS = [
    ({}, None),
    ({"encoders/encode.c": "int renewed; /* hands-on: behindhand */\n"}, None),
    ({"encoders/encode.c": "int ghost_row;\n"}, "encoders/encode.c:1: the name ghost_row: say"),
    ({"encoders/encode.c": 'char *s = "anew.%d";\n'}, None),
    ({"encoders/encode.c": "\nint f; /* the row at hand */\n"}, "encoders/encode.c:2: “at hand”: say current"),
    ({"encoders/encode.c": "/* the row at\n * hand */\n"}, "encoders/encode.c:1: “at * hand”: say current"),
    ({"encoders/encode.c": 'char *s = "what stands Behind it";\n'}, "encoders/encode.c:1: “Behind”: say after"),
    ({"encoders/encode.c": "// of the files\n"}, "say user-defined"),
    ({"encoders/README.md": "# encoders\n\nthe row at\nhand\n"}, "encoders/README.md:3: “at hand”: say current"),
    ({"encoders/case.sql": "SELECT ghost -- of nobody\n"}, "encoders/case.sql:1: “nobody”: say nothing"),
    ({"encoders/case.sql": "SELECT ghost FROM behind\n"}, None),
    ({"encoders/encode.c": "/* Whoever reads it waits. */\n"}, "encoders/encode.c:1: “Whoever”: say the transaction that"),
    ({"encoders/encode.c": "bool gone; /* rows that are\n * gone */\n"}, "encoders/encode.c:1: “are * gone”: say deleted"),
    ({"encoders/encode.c": "/* a partner fits no longer */\n"}, "encoders/encode.c:1: “fits no longer”: say starts to match"),
    ({"encoders/encode.c": "/* rows that do not fit */\n"}, "encoders/encode.c:1: “rows that do not fit”: say that match"),
    ({"encoders/encode.c": "/* numbers that fit 64 bits; whose row it is; a benefit */\nbool gone;\n"}, None),
    ({"encoders/encode.c": "/* the one that\n * reads */\n"}, "encoders/encode.c:1: “one that”: say which one"),
    ({"encoders/encode.c": "/* a key: who reads it waits */\n"}, "encoders/encode.c:1: “who”: say the transaction that"),
    ({"encoders/encode.c": "/* the first handler that fits */\n"}, "encoders/encode.c:1: “handler that fits”: say matches"),
    ({"encoders/encode.c": "/* a table that no file makes */\n"}, "encoders/encode.c:1: “no file makes”: say creates"),
    ({"encoders/encode.c": "/* a lock makes the table safe, nothing makes it fail */\n"}, None),
    ({"encoders/encode.c": "/* users who type; a doctor who is on call */\n"}, None),
    ({"encoders/encode.c": "\nint a;\n" * 10}, "encoders/encode.c:1: open the file with a comment"),
]
TREE = """#ifdef IP_TREES_APART
typedef struct ip_tree ip_tree;
#else
typedef void ip_tree;
#endif
typedef struct PgQuery__A PgQuery__A;
void any(const ip_tree *);
void one(const PgQuery__A *);
"""
TREES = [
    ({"encoders/tree.c": TREE + "void f(const PgQuery__A *a) { any(a); }\n"}, None),
    ({"encoders/tree.c": TREE + "void f(const ip_tree *t) { one((const PgQuery__A *)t); }\n"}, None),
    ({"encoders/tree.c": TREE + "void f(const ip_tree *t) { one(t); }\n"}, "encoders/tree.c:9: a tree is read as a struct"),
    ({"encoders/tree.c": TREE + "void f(const ip_tree *t) { const PgQuery__A *a = t; one(a); }\n"}, "encoders/tree.c:9: a tree"),
    ({"encoders/tree.c": TREE + "const PgQuery__A *f(const ip_tree *t)\n{\n    return t;\n}\n"}, "encoders/tree.c:11: a tree"),
    ({"encoders/tree.c": TREE + "void f(void) { any(undeclared); }\n"}, "encoders/tree.c:9:20: error: 'undeclared'"),
]


def check_includes(root):
    return subprocess.run([sys.executable, SCRIPTS / "check-includes.py", root], capture_output=True, text=True, check=False)


def check_calls(root):
    build = root / "build"
    for source in root.rglob("*.c"):
        if "include" not in source.read_text():
            made = build / "CMakeFiles" / "x.dir" / f"{source.relative_to(root)}.o"
            made.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(["cc", "-c", source, "-o", made], check=True)
    return subprocess.run([sys.executable, SCRIPTS / "check-calls.py", build, root], capture_output=True, text=True, check=False)


def check_words(root):
    return subprocess.run([sys.executable, SCRIPTS / "check-words.py", root], capture_output=True, text=True, check=False)


def check_trees(root):
    return subprocess.run([sys.executable, SCRIPTS / "check-trees.py", root], capture_output=True, text=True, check=False)


def main():
    failed = 0
    for check, changes in ((check_includes, INCLUDES), (check_calls, CALLS), (check_words, WORDS), (check_trees, TREES)):
        for change, said in changes:
            with tempfile.TemporaryDirectory() as name:
                for path, text in (GOOD | change).items():
                    if text is not None:
                        (pathlib.Path(name) / path).parent.mkdir(parents=True, exist_ok=True)
                        (pathlib.Path(name) / path).write_text(text)
                done = check(pathlib.Path(name).resolve())
            if (done.returncode, said is None) not in ((0, True), (1, False)) or (said and said not in done.stdout):
                failed += 1
                print(f"FAILED {change}\n  expected: {said}\n  got: {done.stdout}{done.stderr}")
    print(f"{len(INCLUDES) + len(CALLS) + len(WORDS) + len(TREES)} cases, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
