"""The include check itself: each kind of violation, in a small tree, is noticed."""

import os
import pathlib
import subprocess
import sys
import tempfile

CHECK = pathlib.Path(os.environ["ISOPROOF_SOURCE_DIR"]) / "scripts" / "check-includes.py"

GOOD = {
    "sql-frontend/includes.allowed": "<pg_query.h> parse.c\n",
    "sql-frontend/parse.c": '#include "parse.h"\n#include <pg_query.h>\n#include <stdio.h>\n',
    "sql-frontend/parse.h": "",
    "sql-frontend/program.h": "",
    "encoders/includes.allowed": "sql-frontend/program.h\n<z3.h>\n",
    "encoders/encode.c": '#include "program.h"\n#include <z3.h>\n/* exit(1) in a comment */ char *s = "abort()";\n',
    "analyzer/includes.allowed": "encoders/*\nreport/* main.c\nexit main.c\nprint main.c\n",
    "analyzer/main.c": '#include "encode.h"\n#include "report/text.h"\nint main(void) { puts("x"); exit(1); }\n',
    "analyzer/report/text.h": "",
    "analyzer/run.c": "",
    "encoders/encode.h": "",
}

# what is changed, what must be said (None: nothing)
CHANGES = [
    ({}, None),
    ({"sql-frontend/other.c": "#include <pg_query.h>\n"}, "sql-frontend/other.c:1: may not include <pg_query.h>"),
    ({"sql-frontend/other.c": "\n#include <z3.h>\n"}, "sql-frontend/other.c:2: may not include <z3.h>"),
    ({"sql-frontend/other.c": '#include "encode.h"\n'}, "may not include encoders/encode.h"),
    ({"sql-frontend/other.c": '#include "../encoders/encode.h"\n'}, "may not include encoders/encode.h"),
    ({"encoders/encode.h": "#include <pg_query.h>\n"}, "encoders/encode.h:1: may not include <pg_query.h>"),
    ({"encoders/encode.h": '#include "parse.h"\n'}, "may not include sql-frontend/parse.h"),
    ({"encoders/encode.h": '#include "nowhere.h"\n'}, "may not include nowhere.h"),
    ({"analyzer/run.c": '#include "report/text.h"\n'}, "analyzer/run.c:1: may not include report/text.h"),
    ({"analyzer/run.c": "void f(void) {\n    exit(2);\n}\n"}, "analyzer/run.c:2: may not exit: exit"),
    ({"analyzer/run.c": "void f(void) { abort (); }\n"}, "may not exit: abort"),
    ({"analyzer/run.c": "void f(void) { fputs(s, stderr); }\n"}, "may not print: stderr"),
    ({"analyzer/run.c": "void f(void) { printf(s); }\n"}, "may not print: printf"),
    ({"encoders/includes.allowed": "sql-frontend/program.h\n<z3.h>\n<jansson.h>\n"}, "nothing uses: <jansson.h>"),
    ({"encoders/includes.allowed": None}, "encoders/includes.allowed:1: is missing"),
]


def main():
    failed = 0
    for change, said in CHANGES:
        with tempfile.TemporaryDirectory() as name:
            for path, text in (GOOD | change).items():
                if text is not None:
                    (pathlib.Path(name) / path).parent.mkdir(parents=True, exist_ok=True)
                    (pathlib.Path(name) / path).write_text(text)
            done = subprocess.run([sys.executable, CHECK, name], capture_output=True, text=True)
        if (done.returncode, said is None) not in ((0, True), (1, False)) or (said and said not in done.stdout):
            failed += 1
            print(f"FAILED {change}\n  expected: {said}\n  got: {done.stdout}{done.stderr}")
    print(f"{len(CHANGES)} cases, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
