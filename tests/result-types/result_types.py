#!/usr/bin/env python3
"""Random expressions over columns and variables of many types: the type that each has for the frontend must be what a
server gives it, or "?", which is counted.

usage: result_types.py TYPES [COUNT [SEED]]    TYPES: the program made of types.c
"""

import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import postgresql  # noqa: E402

# name, a value, how often it is drawn
TYPES = [("smallint", "3", 2), ("integer", "7", 6), ("bigint", "5", 4), ("numeric", "1.5", 6), ("numeric(10,2)", "2.50", 3),
         ("real", "1.25", 2), ("double precision", "2.5", 3), ("money", "'3.10'", 2), ("text", "'ab'", 4),
         ("varchar(20)", "'cd'", 2), ("char(5)", "'ef'", 2), ("boolean", "true", 3), ("date", "'2024-02-03'", 3),
         ("timestamp", "'2024-02-03 04:05'", 3), ("timestamptz", "'2024-02-03 04:05+00'", 3), ("time", "'04:05'", 1),
         ("interval", "'1 day'", 3), ("uuid", "'00000000-0000-0000-0000-000000000001'", 1), ("jsonb", "'{\"a\": [1]}'", 1),
         ("bytea", "'\\x01'", 1), ("int4range", "'[1,5)'", 1), ("integer[]", "'{1,2}'", 2), ("numeric[]", "'{1.5}'", 1),
         ("text[]", "'{a}'", 1), ("mood", "'sad'", 1), ("positive", "4", 2), ("price", "4.5", 1), ("\"char\"", "'x'", 1),
         ("name", "'n'", 1), ("bit(4)", "B'0101'", 1), ("oid", "3", 1)]
LITERALS = ["1", "2", "0", "-1", "1.5", "2.0", "1e3", "3000000000", "9223372036854775807", "9223372036854775808", "'x'", "'1'",
            "NULL", "true", "date '2024-01-01'", "interval '1 hour'", "'2024-01-01'", ".5"]
OPERATORS = ["+", "-", "*", "/", "%", "^", "||", "<<", ">>", "&", "|", "#", "=", "<", ">=", "<>", "->", "->>", "@>", "~", "LIKE"]
FUNCTIONS = {1: ["abs", "ceil", "floor", "round", "trunc", "sign", "sqrt", "length", "upper", "lower", "md5", "exp",
                 "to_hex", "char_length", "octet_length", "ascii", "date", "timestamptz", "to_json", "to_jsonb", "initcap",
                 "isfinite", "cardinality", "hashtext", "trim", "reverse", "numeric", "int4", "float8", "text", "justify_days",
                 "to_timestamp", "quote_literal", "lower", "upper", "array_ndims", "scale", "cbrt", "degrees", "concat"],
             2: ["round", "mod", "div", "power", "gcd", "date_trunc", "date_part", "to_char", "left", "right", "concat",
                 "substring", "repeat", "strpos", "array_append", "array_cat", "array_length", "age", "greatest", "least",
                 "nullif", "coalesce", "to_number", "to_date", "array_to_string", "width_bucket", "trunc", "log",
                 "timezone", "array_position", "array_remove", "array_prepend"],
             3: ["substring", "replace", "lpad", "rpad", "split_part", "greatest", "coalesce", "make_date", "translate"]}
AGGREGATES = ["count", "sum", "avg", "min", "max", "array_agg", "bool_and", "stddev", "variance", "bit_or", "json_agg", "every",
              "max"]


class Draw:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.weights = [w for _, _, w in TYPES]

    def atom(self):
        r = self.r
        if r.random() < 0.3:
            return r.choice(LITERALS)
        i = r.choices(range(len(TYPES)), self.weights)[0]
        return f"c{i}" if r.random() < 0.6 else f"v{i}"

    def expression(self, depth):
        r, e = self.r, lambda: self.expression(depth - 1 if r.random() < 0.7 else 0)
        if depth <= 0:
            return self.atom()
        kind = r.random()
        if kind < 0.42:
            return f"({e()} {r.choice(OPERATORS[:6] if r.random() < 0.6 else OPERATORS)} {e()})"
        if kind < 0.47:
            return f"(- {e()})"
        if kind < 0.57:
            return f"{e()}::{r.choice(TYPES)[0]}"
        if kind < 0.62:
            return f"CASE WHEN {e()} > {e()} THEN {e()} ELSE {e()} END" if r.random() < 0.5 else \
                f"CASE WHEN c11 THEN {e()} WHEN v11 THEN {e()} END"
        if kind < 0.68:
            return f"{r.choice(['COALESCE', 'GREATEST', 'LEAST', 'NULLIF'])}({e()}, {e()})"
        if kind < 0.72:
            return f"(ARRAY[{e()}, {e()}])[1]" if r.random() < 0.5 else f"ARRAY[{e()}, {e()}]"
        if kind < 0.75:
            return f"(SELECT {e()} FROM t AS s{depth} LIMIT 1)"
        if kind < 0.78:
            return r.choice(["CURRENT_DATE", "CURRENT_TIMESTAMP", "LOCALTIME", "LOCALTIMESTAMP", "CURRENT_TIME", "now()",
                             f"extract(epoch FROM {e()})", f"({e()} IS NULL)", f"({e()} AT TIME ZONE 'UTC')", "row_number() OVER ()",
                             "random()", f"(c21)[{e()}]", "TRUE AND c11", f"(SELECT sum({self.atom()}) FROM t)", f"-{e()}"])
        count = r.choice([1, 1, 2, 2, 3])
        return f"{r.choice(FUNCTIONS[count])}({', '.join(e() for _ in range(count))})"

    def any(self):
        if self.r.random() < 0.12:
            return f"{self.r.choice(AGGREGATES)}({self.expression(1)})"
        return self.expression(self.r.choice([1, 1, 2, 3]))


SCHEMA = """CREATE TYPE mood AS ENUM ('sad', 'glad');
CREATE DOMAIN positive AS integer CHECK (VALUE > 0);
CREATE DOMAIN price AS numeric(10,2);
CREATE TABLE t (id integer PRIMARY KEY, %s);
""" % ", ".join(f"c{i} {name}" for i, (name, _, _) in enumerate(TYPES))


def on_server(expression):
    for i in range(len(TYPES) - 1, -1, -1):
        expression = expression.replace(f"v{i}", f"(({TYPES[i][1]})::{TYPES[i][0]})")
    return expression


def types_of_server(server, expressions):
    script = SCHEMA + "".join(f"\\echo ={i}\nSELECT {on_server(e)} AS x FROM t \\gdesc\n" for i, e in enumerate(expressions))
    out, _, _ = server.psql(script, "-A", "-t")
    found, at = {}, None
    for line in out.splitlines():
        if line.startswith("="):
            at = int(line[1:])
        elif line.startswith("x|"):
            found[at] = line[2:]
    return found


def types_of_frontend(program, expressions):
    """By place; expressions: place to text."""
    lines, where = SCHEMA.splitlines(), {}
    places = sorted(expressions)
    for start in range(0, len(places), 40):
        lines.append(f"CREATE PROCEDURE p{start}() LANGUAGE plpgsql AS $$ DECLARE")
        lines += [f"v{i} {name} := {value};" for i, (name, value, _) in enumerate(TYPES)]
        lines.append("BEGIN")
        for i in places[start:start + 40]:
            lines.append(f"PERFORM {expressions[i]} FROM t;")
            where[len(lines)] = i
        lines.append("END $$;")
    with tempfile.NamedTemporaryFile("w", suffix=".sql", delete=False) as file:
        file.write("\n".join(lines))
    done = subprocess.run([program, file.name], capture_output=True, text=True, check=True)
    os.unlink(file.name)
    found = {}
    for line in done.stdout.splitlines():
        number, *types = line.split("\t")
        if int(number) in where and types:
            found[where[int(number)]] = types  # the last statement of the line: subqueries come before
    return found


def plain(name):
    start, end = name.find("("), name.find(")")
    return name if start < 0 else name[:start] + name[end + 1:]


SYNONYMS = {"positive": "integer", "price": "numeric", "bpchar": "character", "\"bit\"": "bit",
            "character varying": "text"}  # of these two, every function gives the same


def spelled(name):
    name = plain(name)
    element = name.removesuffix("[]")
    return SYNONYMS.get(element, element) + name[len(element):]


def same(mine, its):
    array = len(mine) > 1
    name = spelled(mine[0])
    if array and not name.endswith("[]"):
        name += "[]"
    return name == spelled(its)


def main():
    program = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 4000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    if not postgresql.folder():
        sys.exit(postgresql.SKIPPED)
    draw = Draw(seed)
    drawn = [draw.any() for _ in range(count)]
    with postgresql.Server() as server:
        theirs = types_of_server(server, drawn)
    ours = types_of_frontend(program, {i: drawn[i] for i in theirs})
    wrong = unknown = missing = 0
    for i, its in sorted(theirs.items()):
        mine = ours.get(i)
        if mine is None:
            missing += 1
        elif mine[0] == "?":
            unknown += 1
            if os.environ.get("VERBOSE"):
                print(f"unknown: {drawn[i]}: {its}")
        elif not same(mine, its):
            wrong += 1
            print(f"FAILED {drawn[i]}: {' '.join(mine)}, but a server says {its}")
    print(f"{len(theirs)} of {count} expressions are valid: {wrong} wrong, {unknown} not known, {missing} without a statement")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
