#!/usr/bin/env python3
"""Writes sql-frontend/catalog/server_names.inc: names that PostgreSQL and the extensions of its distribution bring along and that
are not in builtin_functions.inc. With --complete-schema nothing else exists but what the files make, so no name of the
server's may be missing. It asks a real server's catalogs. Needs the extensions installed (Debian: postgresql-contrib).

    scripts/server-names.py > sql-frontend/catalog/server_names.inc
"""

import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
import postgresql  # noqa: E402

EXTENSIONS = "SELECT name FROM pg_available_extensions ORDER BY 1;"
QUERIES = [("FUNCTION", "SELECT DISTINCT proname FROM pg_proc"),
           ("TYPE", "SELECT DISTINCT typname FROM pg_type WHERE typname NOT LIKE '\\_%' AND typrelid = 0"),
           ("RELATION", "SELECT DISTINCT relname FROM pg_class WHERE relkind IN ('r', 'v') AND relname NOT LIKE 'pg\\_%'")]


def main():
    known = set(re.findall(r'^BUILTIN\("([^"]*)"', (ROOT / "sql-frontend/catalog/builtin_functions.inc").read_text(), re.M))
    with postgresql.Server() as server:
        extensions = server.psql(EXTENSIONS, "-A", "-t")[0].split()
        server.psql("".join(f'CREATE EXTENSION IF NOT EXISTS "{name}" CASCADE;\n' for name in extensions))
        print("/* Made by scripts/server-names.py: do not edit. */")
        for name in extensions:
            print(f'EXTENSION("{name}")')
        for kind, query in QUERIES:
            for name in sorted(set(server.psql(query + ";", "-A", "-t")[0].split("\n")) - {""}):
                if kind != "FUNCTION" or name not in known:
                    print(f'{kind}("{name}")')


main()
