"""Every kind of node that libpg_query can give has a row in sql-frontend/parse/node_kinds.inc, and every row such a kind.

kinds.py     (77: its description of the nodes, pg_query.proto, is not installed)"""

import os
import pathlib
import re
import sys

PLACES = ("/usr/include/pg_query/pg_query.proto", "/usr/local/include/pg_query/pg_query.proto")


def main():
    found = [place for place in PLACES if os.path.exists(place)]
    if not found:
        return 77
    text = pathlib.Path(found[0]).read_text(encoding="utf-8")
    node = text[text.index("oneof node"):]
    kinds = set(re.findall(r"^\s+(\w+) \w+ = \d+", node[:node.index("}")], re.M))
    table = pathlib.Path(os.environ["ISOPROOF_SOURCE_DIR"], "sql-frontend/parse/node_kinds.inc").read_text(encoding="utf-8")
    rows = re.findall(r"^NODE\((\w+),", table, re.M)
    for name in sorted(kinds - set(rows)):
        print(f"no row: {name}")
    for name in sorted(set(rows) - kinds):
        print(f"no such kind: {name}")
    for name in sorted({row for row in rows if rows.count(row) > 1}):
        print(f"two rows: {name}")
    print(f"{len(kinds)} kinds, {len(rows)} rows")
    return 1 if sorted(rows) != sorted(kinds) or not kinds else 0


if __name__ == "__main__":
    sys.exit(main())
