"""What the frontend's table (sql-frontend/program/total.c) says cannot raise an error, called on a server with values at the ends of
their types: total.py. 77: no server."""
import itertools
import pathlib
import re
import sys

from server import Server

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
VALUES = {
    "text": ["''", "'a'", "E'\\\\'", "'%'", "'('", "repeat('é', 2000)", "NULL"],
    "integer": ["0", "-1", "2147483647", "(-2147483648)", "NULL"],
    "bigint": ["0", "-1", "9223372036854775807", "(-9223372036854775808)"],
    "numeric": ["0", "-1.5", "'NaN'", "'Infinity'", "1e-16383", "('9' || repeat('9', 131071))"],
    "double precision": ["0", "'-0'", "'NaN'", "'-Infinity'", "1.7e308", "5e-324"],
    "boolean": ["true", "NULL"],
    "anyarray": ["'{}'::int[]", "'{1,NULL}'::int[]", "'{{1,2},{3,4}}'::int[]", "NULL::text[]"],
    "anyrange": ["'empty'::int4range", "'(,)'::int4range", "'[1,5)'::int4range", "'(-infinity,infinity)'::numrange"],
    "anymultirange": ["'{}'::int4multirange", "'{(,)}'::int4multirange"],
    "jsonb": ["'null'::jsonb", "'{\"a\":1}'::jsonb", "'[]'::jsonb", "'5'::jsonb"],
    "text[]": ["'{}'::text[]", "'{a,NULL}'::text[]"],
}
CASTS = [("integer", "text"), ("bigint", "text"), ("numeric", "text"), ("double precision", "text"), ("boolean", "text"),
         ("text", "varchar(2)"), ("text", "char(2)"), ("integer", "boolean"), ("integer", "numeric"), ("bigint", "numeric"),
         ("double precision", "numeric"), ("integer", "bigint"), ("bigint", "double precision"), ("bigint", "real"), ("jsonb", "text")]
OPERATORS = [(left, name, right) for name in ("=", "<>", "<", "<=", ">", ">=")
             for left, right in itertools.product(["integer", "bigint", "numeric", "double precision"], repeat=2)
             if {left, right} != {"numeric", "double precision"}] + [  # that is a cast, which fails far out
    ("anyarray", name, "anyarray") for name in ("@>", "<@", "&&")] + [("anyrange", name, "anyrange") for name in ("<<", ">>", "-|-", "&<", "&>")] + [
    ("jsonb", "->", "text"), ("jsonb", "->>", "integer"), ("jsonb", "#>", "text[]"), ("jsonb", "#>>", "text[]"), ("jsonb", "?", "text"),
    ("jsonb", "?|", "text[]"), ("jsonb", "?&", "text[]"), ("jsonb", "@>", "jsonb"), ("text", "||", "integer"), ("text", "||", "text")]


def value(kind, text):
    return text if "::" in text or kind.startswith("any") else f"({text})::{kind}"


def main():
    text = (ROOT / "sql-frontend" / "program" / "total.c").read_text(encoding="utf-8")
    names = re.search(r'static const char functions\[\] =(.*?);', text, re.S).group(1)
    names = [name for part in re.findall(r'"([^"]*)"', names) for name in part.split()]
    calls = []
    with Server() as server:
        rows = server.sql("SELECT proname, string_agg(format_type(a, NULL), ';' ORDER BY o) FROM pg_proc, unnest(proargtypes) WITH ORDINALITY x(a, o) "
                          f"WHERE prokind = 'f' AND pronamespace = 'pg_catalog'::regnamespace AND proname IN ({','.join(repr(n) for n in names)}) "
                          "GROUP BY pg_proc.oid, proname")
        for row in rows:
            name, kinds = row.split("|")
            kinds = kinds.split(";")
            if all(kind in VALUES for kind in kinds):
                calls += [f"pg_catalog.{name}({', '.join(value(k, v) for k, v in zip(kinds, values))})"
                          for values in itertools.product(*(VALUES[kind] for kind in kinds))]
        for kind, to in CASTS:
            calls += [f"{value(kind, v)}::{to}" for v in VALUES[kind]]
        for left, name, right in OPERATORS:
            calls += [f"{value(left, a)} {name} {value(right, b)}" for a in VALUES[left] for b in VALUES[right]
                      if "any" not in left or a.split("::")[-1] == b.split("::")[-1]]
        calls += [f"abs({value('numeric', v)})" for v in VALUES["numeric"]] + [f"substr({value('text', s)}, {value('integer', i)})"
                                                                             for s in VALUES["text"] for i in VALUES["integer"]]
        quoted = ",".join("$q$" + call + "$q$" for call in calls)
        failed = server.sql("CREATE FUNCTION tried(q text) RETURNS text LANGUAGE plpgsql AS $f$ BEGIN EXECUTE 'SELECT ' || q; RETURN NULL; "
                            "EXCEPTION WHEN others THEN RETURN q || ': ' || SQLERRM; END $f$; "
                            f"SELECT left(r, 200) FROM (SELECT tried(q) AS r FROM unnest(ARRAY[{quoted}]) q) x WHERE r IS NOT NULL")
    print("\n".join(failed))
    print(f"{len(calls)} calls, {len(failed)} fail")
    sys.exit(bool(failed))


main()
