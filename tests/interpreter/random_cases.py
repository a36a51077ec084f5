"""Random expressions, queries and writes over cases/schema.sql, in memory and on a throw-away PostgreSQL: the same rows
and SQLSTATEs. What is not run in memory is counted, and must be little.

random_cases.py RUN_SQL [COUNT [SEED]]   (77: there is no server)"""

import pathlib
import random
import sys

import differential
import postgresql

LITERALS = {
    "int": ["0", "1", "2", "-3", "7", "100", "2147483647", "(-2147483648)", "null::int"],
    "bigint": ["1::bigint", "5000000000", "(-7)::bigint", "9223372036854775807", "null::bigint"],
    "smallint": ["3::smallint", "(-2)::smallint", "32767::smallint", "null::smallint"],
    "numeric": ["1.5", "0.00", "-2.25", "10.10", "3.0", "123456.789", "0.001", "7::numeric", "null::numeric", "1e3::numeric(8,2)"],
    "float8": ["1.5::float8", "0::float8", "-2.5::float8", "1e10::float8", "0.1::float8", "null::float8"],
    "text": ["'abc'", "''", "'Hello World'", "'a%b_c'", "'  pad '", "null::text", "'x'::text", "'10'", "'zz'::varchar(5)"],
    "boolean": ["true", "false", "null::boolean"],
    "date": ["date '2024-01-31'", "date '1999-12-31'", "date '2024-02-29'", "null::date"],
    "timestamp": ["timestamp '2024-03-31 12:34:56.789'", "timestamp '1970-01-01'", "null::timestamp"],
    "interval": ["interval '1 day'", "interval '1 month 2 days'", "interval '-3 hours'", "interval '90 minutes 5 seconds'"],
    "char": ["'ab'::char(4)", "'ab  '::char(6)", "null::char(3)", "'xyz'::char(3)"],
}
# The server computes constant subexpressions first, also where no row needs them: in queries they should not fail.
TAME = {
    "int": ["1", "2", "-3", "7", "100", "null::int"],
    "bigint": ["1::bigint", "500000", "(-7)::bigint", "null::bigint"],
    "smallint": ["3::smallint", "(-2)::smallint", "null::smallint"],
    "numeric": ["1.5", "-2.25", "10.10", "3.0", "0.5", "7::numeric", "null::numeric"],
    "float8": ["1.5::float8", "-2.5::float8", "0.1::float8", "null::float8"],
}
# result type: templates; {type} stands for an expression of it
FORMS = {
    "int": ["({int} + {int})", "({int} - {smallint})", "({int} * {int})", "({int} / {int})", "({int} % {int})", "length({text})",
            "strpos({text}, {text})", "abs({int})", "({date} - {date})", "{numeric}::int", "{float8}::int", "-{int}",
            "coalesce({int}, {int})", "nullif({int}, {int})", "greatest({int}, {int}, {int})", "least({int}, {smallint})",
            "case when {boolean} then {int} else {int} end", "length({char})", "mod({int}, {int})", "({int} & {int})",
            "{boolean}::int", "array_length(array[{int}, {int}], 1)", "(array[{int}, {int}])[{int}]",
            "cardinality((array[{int}, {int}, {int}])[{int}:{int}])",
            "(jsonb_build_object('a', {int}) ->> 'a')::int",
            "(select x.a from jsonb_to_record(jsonb_build_object('a', {int}, 'b', {text})) as x(a int, b text))"],
    "bigint": ["({int} + {bigint})", "({bigint} * {int})", "({bigint} / {smallint})", "{numeric}::bigint", "abs({bigint})",
               "coalesce({int}, {bigint})", "({bigint} % {bigint})"],
    "smallint": ["({smallint} + {smallint})", "({smallint} * {smallint})", "{int}::smallint", "({smallint} / {smallint})"],
    "numeric": ["({numeric} + {numeric})", "({numeric} - {int})", "({numeric} * {numeric})", "({numeric} / {numeric})",
                "({numeric} / {int})", "({int} / {numeric})", "({numeric} % {numeric})", "round({numeric})", "round({numeric}, 1)",
                "round({numeric}, -1)", "trunc({numeric}, 2)", "ceil({numeric})", "floor({numeric})", "abs({numeric})",
                "{numeric}::numeric(8,2)", "{numeric}::numeric(4,1)", "{int}::numeric", "{float8}::numeric", "-{numeric}",
                "coalesce({numeric}, {int})", "greatest({int}, {numeric})", "case when {boolean} then {int} else {numeric} end",
                "(select sum(x) from (values ({numeric}), ({numeric})) v(x))",
                "to_jsonb({numeric})::numeric", "(jsonb_build_array({numeric}) ->> 0)::numeric", "(select avg(x) from (values ({int}), ({int}), ({int})) v(x))",
                "(select avg(x) from (values ({numeric}), ({numeric})) v(x))", "sign({numeric})", "extract(year from {date})",
                "extract(epoch from {timestamp})", "extract(dow from {date})", "extract(week from {date})",
                "extract(second from {timestamp})", "sqrt(abs({numeric}))", "div({numeric}, {numeric})"],
    "float8": ["({float8} + {float8})", "({float8} * {int})", "({float8} / {numeric})", "{int}::float8", "{numeric}::float8",
               "abs({float8})", "floor({float8})", "round({float8})", "-{float8}", "coalesce({float8}, {int})"],
    "text": ["({text} || {text})", "({text} || {int})", "({numeric} || {text})", "upper({text})", "lower({text})", "substr({text}, {int})",
             "substr({text}, {int}, 2)", "left({text}, {int})", "right({text}, {int})", "trim({text})", "ltrim({text}, {text})",
             "replace({text}, {text}, {text})", "lpad({text}, 8, {text})", "rpad({text}, 6)", "coalesce({text}, {text})", "{int}::text",
             "{numeric}::text", "{date}::text", "{boolean}::text", "{interval}::text", "{timestamp}::text", "{float8}::text",
             "case when {boolean} then {text} else {text} end", "nullif({text}, {text})", "{text}::varchar(3)", "{char}::text",
             "concat({text}, {int}, {boolean})", "array_to_string(array[{text}, {text}], ',', '?')", "quote_nullable({text})",
             "quote_literal({numeric})", "array_positions(array[{int}, {int}], {int})::text", "concat_ws('-', {text}, {text})", "greatest({text}, {text})", "reverse({text})",
             "split_part({text}, 'b', 1)", "jsonb_build_object('k', {numeric})::text", "(to_jsonb({numeric}) || to_jsonb({text}))::text", "({char} || {text})", "initcap({text})", "translate({text}, 'ab', 'x')", "repeat({text}, 2)"],
    "boolean": ["({int} = {int})", "({int} < {numeric})", "({numeric} >= {float8})", "({bigint} <> {int})", "({text} = {text})",
                "({text} < {text})", "({text} like {text})", "({text} ilike 'a%')", "({boolean} and {boolean})",
                "({boolean} or {boolean})", "(not {boolean})", "({int} is null)", "({text} is not null)",
                "({int} in ({int}, {int}, {int}))", "({int} not in ({int}, {int}))", "({numeric} between {int} and {numeric})",
                "({int} is distinct from {int})", "({date} < {date})", "({date} = {timestamp})", "({timestamp} >= {timestamp})",
                "({interval} > {interval})", "({char} = {char})", "({char} = {text})", "({char} = 'ab')", "({boolean} is true)",
                "({boolean} is not false)", "({int} = any (array[{int}, {int}]))", "({int} > all (array[{int}, {smallint}]))",
                "(exists (select 1 where {boolean}))", "({int} in (select {int} union select {int}))", "coalesce({boolean}, {boolean})",
                "(row({int}, {text}) = row({int}, {text}))", "({text} in ({text}, {text}))", "({numeric} = {int})",
                "(to_jsonb({numeric}) = to_jsonb({numeric}))", "(to_jsonb({numeric}::numeric(8,2)) <> to_jsonb({int}))",
                "(jsonb_build_object({text}, {numeric}) @> jsonb_build_object({text}, {int}))",
                "(jsonb_build_array({numeric}, {text}) = jsonb_build_array({numeric}, {text}))"],
    "date": ["({date} + {int})", "({date} - {int})", "{timestamp}::date", "coalesce({date}, {date})", "greatest({date}, {date})"],
    "timestamp": ["({timestamp} + {interval})", "({date} + {interval})", "({timestamp} - {interval})", "{date}::timestamp",
                  "date_trunc('month', {timestamp})", "date_trunc('day', {timestamp})", "date_trunc('week', {timestamp})"],
    "interval": ["({interval} + {interval})", "({interval} - {interval})", "({timestamp} - {timestamp})", "({interval} * 2)", "-{interval}"],
    "char": ["{text}::char(3)", "{char}::char(5)", "coalesce({char}, {char})"],
}
TABLES = {
    "kv": {"text": ["k"], "int": ["v"]},
    "customer": {"int": ["id"], "text": ["name"], "numeric": ["balance"], "char": ["code"], "date": ["born"], "boolean": ["active"]},
    "orders": {"int": ["customer_id", "number"], "numeric": ["amount", "total"], "timestamp": ["placed"]},
    "item": {"int": ["id", "customer_id"], "text": ["label"], "float8": ["weight"]},
    "small": {"smallint": ["a"], "bigint": ["b"]},
}
KEYS = {"kv": "k", "customer": "id", "orders": "customer_id, number", "item": "id", "small": "a"}


class Cases:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.columns = {}

    def pick(self, items):
        return self.random.choice(items)

    def expr(self, kind, depth):
        columns = self.columns.get(kind)
        if columns and self.random.random() < (0.5 if depth else 0.7):
            return self.pick(columns)
        if not depth or self.random.random() < 0.15:
            return self.pick(TAME.get(kind, LITERALS[kind]) if self.columns else LITERALS[kind])
        result, form = "", self.pick(FORMS[kind])
        while "{" in form:
            before, rest = form.split("{", 1)
            inner, form = rest.split("}", 1)
            result += before + self.expr(inner, depth - 1)
        # A minus before a negative number would begin a comment.
        return (result + form).replace("--", "- -")

    def expressions(self):
        self.columns = {}
        return "select " + ", ".join(self.expr(self.pick(list(FORMS)), self.random.randint(1, 3)) for _ in range(2))

    def see(self, *aliased):
        self.columns = {}
        for table, alias in aliased:
            for kind, names in TABLES[table].items():
                self.columns.setdefault(kind, []).extend(f"{alias}.{name}" for name in names)

    def condition(self):
        return self.expr("boolean", self.random.randint(1, 2))

    def query(self):
        tables = [(self.pick(list(TABLES)), alias) for alias in "ab"[:self.random.randint(1, 2)]]
        self.see(tables[0])
        source = f"{tables[0][0]} a"
        if len(tables) > 1:
            self.see(*tables)
            source += self.pick([" join ", " left join ", " right join ", " cross join "]) + f"{tables[1][0]} b"
            if "cross" not in source:
                on = f"a.{self.pick(TABLES[tables[0][0]].get('int', ['a']))} = b.{self.pick(TABLES[tables[1][0]].get('int', ['a']))}" \
                    if "small" not in (tables[0][0], tables[1][0]) else self.condition()
                source += f" on {on}" + (f" and {self.condition()}" if self.random.random() < 0.4 else "")
        where = f" where {self.condition()}" if self.random.random() < 0.7 else ""
        if self.random.random() < 0.35:
            kind = self.pick(["int", "numeric", "text"])
            group = self.expr(self.pick(["int", "boolean", "text"]), 1)
            aggregate = self.pick(["count(*)", "count({})", "min({})", "max({})"] +
                                  (["sum({})", "avg({})"] if kind != "text" else [])).format(self.expr(kind, 1))
            if group.strip("()-").isdigit() or group.startswith("("):
                group = f"coalesce({group})" if not group.strip("()-").isdigit() else "'g'::text"
            by = self.pick(["{}", "{}", "rollup ({})", "cube ({}, {} is null)", "grouping sets (({}), ())"]).format(group, group)
            if by == group:
                return f"select {group}, {aggregate} from {source}{where} group by {group} order by 1, 2"
            return f"select {group}, {aggregate}, grouping({group}) from {source}{where} group by {by} order by 1, 2, 3"
        targets = [self.expr(self.pick(list(FORMS)), self.random.randint(0, 2)) for _ in range(2)]
        tail = self.pick(["", " limit 3", " offset 1", " desc"])
        return f"select {self.pick(['', 'distinct '])}{', '.join(targets)} from {source}{where} order by 1{tail if tail == ' desc' else ''}, 2" + \
            ("" if tail == " desc" else tail)

    def frame(self):
        unit = self.pick(["rows", "groups", "range"])
        if unit == "range":
            edges = ["unbounded preceding", "1 preceding", "current row", "2 following", "unbounded following"]
        else:
            edges = ["unbounded preceding", "2 preceding", "1 preceding", "current row", "1 following", "unbounded following"]
        begin = self.random.randrange(len(edges) - 1)
        end = self.random.randrange(max(begin, 1), len(edges))
        without = self.pick(["", "", " exclude current row", " exclude group", " exclude ties"])
        return f"{unit} between {edges[begin]} and {edges[end]}{without}"

    def windows(self):
        """x tells rows apart but for those that nothing that is asked for tells apart."""
        values = ", ".join(f"({self.pick(['1', '2', '3', '5', 'null'])}, {n % 2})" for n in range(self.random.randint(1, 7)))
        order = self.pick(["x", "x desc", "x nulls first", "x desc nulls last"])
        call = self.pick(["sum(x)", "count(*)", "min(x)", "avg(x)", "first_value(x)", "last_value(x)", "nth_value(x, 2)"])
        partition = self.pick(["", "partition by p "])
        frame = self.frame()
        if "ties" in frame and call.endswith(")") and "value" in call:
            frame = frame.replace(" exclude ties", "")
        if frame.startswith("rows"):
            order += ", p"
        tail = self.pick(["", " fetch first 2 rows with ties"])
        return f"select x, p, {call} over ({partition}order by {order} {frame}) from (values {values}, (null::int, 0)) v(x, p) order by 1, 2, 3{tail}"

    def write(self):
        table = self.pick(list(TABLES))
        every = f"; select * from {table} order by {KEYS[table]}; select count(*) from orders; select id, customer_id from item order by 1"
        self.see((table, table))
        columns = [(kind, name) for kind, names in TABLES[table].items() for name in names if name != "total"]
        kind = self.random.random()
        if kind < 0.4:
            some = self.random.sample(columns, self.random.randint(1, min(2, len(columns))))
            sets = ", ".join(f"{name} = {self.expr(of, self.random.randint(0, 2))}" for of, name in some)
            return f"update {table} set {sets} where {self.condition()}{every}"
        if kind < 0.6:
            return f"delete from {table} where {self.condition()}{every}"
        self.columns = {}
        rows = ", ".join("(" + ", ".join(self.expr(of, self.random.randint(0, 1)) for of, _ in columns) + ")"
                         for _ in range(self.random.randint(1, 2)))
        conflict = self.pick(["", "", " on conflict do nothing", f" on conflict ({KEYS[table]}) do update set "
                              f"{columns[-1][1]} = excluded.{columns[-1][1]}"])
        return f"insert into {table} ({', '.join(name for _, name in columns)}) values {rows}{conflict}{every}"

    def case(self):
        return self.pick([self.expressions, self.query, self.query, self.write, self.windows])()


def main():
    if not postgresql.folder():
        print("no PostgreSQL server found")
        return postgresql.SKIPPED
    run_sql = str(pathlib.Path(sys.argv[1]).absolute())
    count, seed = int(sys.argv[2]) if len(sys.argv) > 2 else 2000, int(sys.argv[3]) if len(sys.argv) > 3 else 1
    generator = Cases(seed)
    cases = [generator.case() for _ in range(count)]
    with postgresql.Server() as server:
        differential.create_database(server)
        mine, theirs = differential.in_memory(run_sql, cases), differential.on_server(server, cases)
    failures, agree, unable, rejected = 0, 0, 0, 0
    for number, case in enumerate(cases, 1):
        got, wanted = differential.until_error(mine.get(number, [])), differential.until_error(theirs.get(number, []))
        # What the server's analyzer rejects is not SQL.
        if wanted and wanted[-1][:8] in ("ERROR 42", "ERROR 0A"):
            rejected += 1
        elif any(line.startswith("UNABLE") for line in got):
            unable += 1
            if "-v" in sys.argv:
                print("unable:", case, got)
        elif got == wanted or (" from " in case and got and wanted and got[-1][:7] == wanted[-1][:7] == "ERROR 2"):
            # Of several errors in a query, the order of evaluation decides which is met.
            agree += 1
        else:
            failures += 1
            print(f"seed {seed}, case {number}: {case}\n  in memory: {got}\n  server:    {wanted}")
    print(f"seed {seed}: {agree} of {count} cases agree, {failures} differ, {unable} not run in memory, {rejected} not SQL")
    return 1 if failures or agree < count / 2 or unable > count / 8 else 0


if __name__ == "__main__":
    sys.exit(main())
