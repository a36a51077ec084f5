#!/usr/bin/env python3
"""Writes sql-frontend/catalog/builtin_functions.inc: the functions that PostgreSQL and extensions of its distribution bring along
and that touch no table of the user's. It asks a real server's pg_proc, so that none is forgotten; what is left out, and
why, stands below. Needs the extensions installed (Debian: postgresql-contrib).

    scripts/builtin-functions.py > sql-frontend/catalog/builtin_functions.inc
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests"))
import postgresql  # noqa: E402

# Those that an SQL text cannot call, or that only serve the server itself.
INTERNAL = ["internal", "cstring", "trigger", "event_trigger", "language_handler", "fdw_handler", "index_am_handler",
            "tsm_handler", "table_am_handler"]

# Those that run a query they are given, read the rows of a table they are given, have large objects, which are rows of
# a table that every transaction shares, or change what later statements mean. Unknown to the frontend, they count as
# touching any table.
TOUCHING = ["query_to_xml", "query_to_xmlschema", "query_to_xml_and_xmlschema", "cursor_to_xml", "cursor_to_xmlschema",
            "table_to_xml", "table_to_xmlschema", "table_to_xml_and_xmlschema", "schema_to_xml", "schema_to_xmlschema",
            "schema_to_xml_and_xmlschema", "database_to_xml", "database_to_xmlschema",
            "database_to_xml_and_xmlschema", "ts_stat", "ts_rewrite", "currtid2", "loread", "lowrite",
            "plpgsql_validator", "amvalidate", "pg_nextoid", "pg_import_system_collations",
            "pg_extension_config_dump", "pg_stop_making_pinned_objects"]
TOUCHING_PREFIXES = ["lo_", "be_lo", "binary_upgrade_", "pg_logical_slot_", "fmgr_", "pg_event_trigger_"]

# Extensions whose functions compute values. Not here: those that run SQL (dblink, tablefunc, xml2), bring triggers or
# change rows (lo, spi's, tcn), or look into tables (pgstattuple, pageinspect …).
EXTENSIONS = ["btree_gin", "btree_gist", "citext", "cube", "earthdistance", "fuzzystrmatch", "hstore", "intagg",
              "intarray", "isn", "ltree", "pg_trgm", "pgcrypto", "seg", "sslinfo", "tablefunc", "unaccent", "uuid-ossp"]
# Of those that run SQL, what does not.
PURE = {"tablefunc": ["normal_rand"]}

# Functions of later servers, from the release notes and chapter 9 of their manuals: version, name, arguments, result,
# kind, volatility, defaults.
NEWER = """
16|any_value|anyelement|anyelement|a|i|0
16|array_sample|anyarray,integer|anyarray|f|v|0
16|array_shuffle|anyarray|anyarray|f|v|0
16|date_add|timestamp with time zone,interval|timestamp with time zone|f|e|0
16|date_add|timestamp with time zone,interval,text|timestamp with time zone|f|i|0
16|date_subtract|timestamp with time zone,interval|timestamp with time zone|f|e|0
16|date_subtract|timestamp with time zone,interval,text|timestamp with time zone|f|i|0
16|erf|double precision|double precision|f|i|0
16|erfc|double precision|double precision|f|i|0
16|pg_input_error_info|text,text|record|f|s|0
16|pg_input_is_valid|text,text|boolean|f|s|0
16|random_normal|double precision,double precision|double precision|f|v|2
17|random|bigint,bigint|bigint|f|v|0
17|random|integer,integer|integer|f|v|0
17|random|numeric,numeric|numeric|f|v|0
17|to_bin|bigint|text|f|i|0
17|to_bin|integer|text|f|i|0
17|to_oct|bigint|text|f|i|0
17|to_oct|integer|text|f|i|0
17|unicode_assigned|text|boolean|f|i|0
17|uuid_extract_timestamp|uuid|timestamp with time zone|f|i|0
17|uuid_extract_version|uuid|smallint|f|i|0
17|xmltext|text|xml|f|i|0
18|array_reverse|anyarray|anyarray|f|i|0
18|array_sort|anyarray|anyarray|f|i|0
18|array_sort|anyarray,boolean|anyarray|f|i|0
18|array_sort|anyarray,boolean,boolean|anyarray|f|i|0
18|casefold|text|text|f|i|0
18|crc32|bytea|bigint|f|i|0
18|crc32c|bytea|bigint|f|i|0
18|gamma|double precision|double precision|f|i|0
18|lgamma|double precision|double precision|f|i|0
18|uuidv4||uuid|f|v|0
18|uuidv7|interval|uuid|f|v|1
"""

# Advisory locks have a meaning of their own (sql-frontend/lower/query/lock.c).
LOCKS = ["pg_advisory_", "pg_try_advisory_"]

# STABLE functions that depend on nothing but their arguments and the session's settings (time zone, formats,
# encodings): of equal arguments, equal results.
OF_SETTINGS = """
array_to_json array_to_string concat concat_ws convert convert_from convert_to date date_part date_trunc extract format
interval_pl_timestamptz json_build_array json_build_object jsonb_build_array jsonb_build_object
json_to_tsvector jsonb_to_tsvector
jsonb_path_exists_tz jsonb_path_match_tz jsonb_path_query_array_tz jsonb_path_query_first_tz
length make_timestamptz money numeric overlaps
phraseto_tsquery plainto_tsquery quote_literal quote_nullable row_to_json time timestamp timestamptz timetz
timestamptz_mi_interval timestamptz_pl_interval timezone to_char to_date to_json to_jsonb to_number to_timestamp
to_tsquery to_tsvector ts_headline ts_match_tq ts_match_tt websearch_to_tsquery xml textanycat anytextcat
""".split()

QUERY = """
SELECT coalesce(e.extname, ''), p.proname,
       coalesce((SELECT string_agg(format_type(t, NULL), ',' ORDER BY o)
                 FROM unnest(p.proargtypes) WITH ORDINALITY AS a(t, o)), ''),
       format_type(p.prorettype, NULL), p.prokind, p.provolatile, p.proretset, p.provariadic <> 0, p.pronargdefaults
FROM pg_proc p
     LEFT JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
     LEFT JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid
WHERE e.extname <> 'plpgsql' OR (e.extname IS NULL AND p.pronamespace = 'pg_catalog'::regnamespace)
ORDER BY p.proname COLLATE "C", 3, 1;
"""


def touches(name):
    return name in TOUCHING or any(name.startswith(prefix) for prefix in TOUCHING_PREFIXES + LOCKS)


def main():
    create = "".join(f'CREATE EXTENSION "{name}" CASCADE;\n' for name in EXTENSIONS if name != "cube")
    with postgresql.Server() as server:
        out, messages, status = server.psql(create + QUERY, "-A", "-t", "-v", "ON_ERROR_STOP=1")
        version, _, _ = server.psql("SHOW server_version_num;", "-A", "-t")
    if status or not out:
        sys.exit(messages)
    print(f"/* Generated by scripts/builtin-functions.py from PostgreSQL {int(version) // 10000}: do not edit.")
    print(" * BUILTIN(name, arguments, result, kind, volatility, set, variadic, defaults, extension, since); 'e': STABLE,")
    print(" * but depends on nothing beside its arguments and the session's settings; since: 0 where this server has it. */")
    rows = []
    for line in out.splitlines():
        extension, name, arguments, result, kind, volatility, returns_set, variadic, defaults = line.split("|")
        if set(arguments.split(",") + [result]) & set(INTERNAL) or (not extension and touches(name)):
            continue
        if extension in PURE and name not in PURE[extension]:
            continue
        if volatility == "s" and not extension and name in OF_SETTINGS:
            volatility = "e"
        flags = ["true" if flag == "t" else "false" for flag in (returns_set, variadic)]
        rows.append((name, arguments, result, kind, volatility, *flags, defaults,
                     f'"{extension}"' if extension else "NULL", 0))
    for line in NEWER.split("\n")[1:-1]:
        since, name, arguments, result, kind, volatility, defaults = line.split("|")
        rows.append((name, arguments, result, kind, volatility, "false", "false", defaults, "NULL", since))
    for row in sorted(rows, key=lambda row: row[0].encode()):
        quoted = [field.replace('"', '\\"') for field in row[:3]]
        print('BUILTIN("{}", "{}", "{}", \'{}\', \'{}\', {}, {}, {}, {}, {})'.format(*quoted, *row[3:]))


main()
