#!/usr/bin/env python3
"""Writes sql-frontend/catalog/builtin_operators.inc: PostgreSQL's own operators with their types, its types with their
categories, and the casts that it makes without being asked. It asks a real server's catalogs.

    scripts/builtin-operators.py > sql-frontend/catalog/builtin_operators.inc
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests"))
import postgresql  # noqa: E402

QUERY = r"""
SELECT format('OPERATOR(%s, %s, %s, %s)', quote(oprname::text), quote(CASE WHEN oprleft <> 0 THEN format_type(oprleft, NULL) ELSE '' END),
              quote(format_type(oprright, NULL)), quote(format_type(oprresult, NULL)))
FROM pg_operator WHERE oprnamespace = 'pg_catalog'::regnamespace AND oprresult <> 0
ORDER BY oprname COLLATE "C", format_type(oprleft, NULL) COLLATE "C", format_type(oprright, NULL) COLLATE "C";
SELECT format('CATEGORY(%s, ''%s'', %s)', quote(format_type(oid, NULL)), typcategory, typispreferred)
FROM pg_type WHERE typtype IN ('b', 'r', 'm') AND typcategory <> 'A' AND typnamespace = 'pg_catalog'::regnamespace
ORDER BY format_type(oid, NULL) COLLATE "C";
SELECT format('IMPLICIT(%s, %s)', quote(format_type(castsource, NULL)), quote(format_type(casttarget, NULL)))
FROM pg_cast WHERE castcontext = 'i'
ORDER BY format_type(castsource, NULL) COLLATE "C", format_type(casttarget, NULL) COLLATE "C";
"""
QUOTE = r"""
CREATE FUNCTION quote(text) RETURNS text LANGUAGE sql AS $$
SELECT '"' || replace(replace($1, '\', '\\'), '"', '\"') || '"' $$;
SET quote_all_identifiers = off;
"""


def main():
    with postgresql.Server() as server:
        out, messages, status = server.psql(QUOTE + QUERY, "-A", "-t", "-v", "ON_ERROR_STOP=1")
        version, _, _ = server.psql("SHOW server_version_num;", "-A", "-t")
    if status or not out:
        sys.exit(messages)
    print(f"/* Made by scripts/builtin-operators.py from PostgreSQL {int(version) // 10000}: do not edit.")
    print(" * OPERATOR(name, left type or nothing, right type, result); CATEGORY(type, as pg_type.typcategory, preferred in")
    print(" * it); IMPLICIT(from, to): a cast that happens without being written. */")
    for line in out.splitlines():
        start = line.index("(") + 1
        if line.startswith("CATEGORY"):
            line = line.replace(", t)", ", true)").replace(", f)", ", false)")
        assert start
        print(line)


if __name__ == "__main__":
    main()
