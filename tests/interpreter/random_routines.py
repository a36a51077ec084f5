"""Random PL/pgSQL functions over cases/schema.sql, in memory and on a throw-away PostgreSQL: the same result, SQLSTATE
and rows afterwards.

random_routines.py RUN_SQL [COUNT [SEED]]   (77: there is no server)"""

import pathlib
import sys
import tempfile

import differential
import postgresql
import random_cases

# Small values, so that statements meet each other's rows.
random_cases.TAME["text"] = ["'x'", "'y'", "'n'", "null::text"]


class Routines(random_cases.Cases):
    def variables(self):
        self.columns = {"int": ["a", "b", "p"], "text": ["t"], "boolean": ["found"], "numeric": ["q"]}

    def value(self, kind, depth=1):
        self.variables()
        return self.expr(kind, depth)

    def block(self, depth):
        return "".join(self.statement(depth) for _ in range(self.random.randint(1, 3)))

    def key(self):
        return self.pick(["'x'", "'y'", "'z'", "'n'", "t", "'k' || a"])

    def simple(self):
        return self.pick([
            lambda: f"a := {self.value('int')};\n",
            lambda: f"b := {self.value(self.pick(['int', 'numeric', 'bigint']))};\n",
            lambda: f"t := left({self.value('text')}, 3);\n",
            lambda: f"q := {self.value('numeric')};\n",
            lambda: f"SELECT v INTO a FROM kv WHERE k = {self.key()};\n",
            lambda: f"SELECT v, k INTO STRICT b, t FROM kv WHERE k >= {self.key()};\n",
            lambda: f"SELECT sum(v), min(k) INTO b, t FROM kv WHERE v > {self.value('int', 0)};\n",
            lambda: f"SELECT * INTO r FROM kv WHERE v = {self.value('int', 0)} ORDER BY k LIMIT 1;\nt := left(r.k, 3);\n",
            lambda: f"UPDATE kv SET v = {self.pick(['a', 'b', 'v + 1', 'v + p', 'v / a'])} WHERE k = {self.key()};\n",
            lambda: f"UPDATE kv SET v = v + 1 WHERE v < {self.value('int', 0)} OR k = {self.key()};\nGET DIAGNOSTICS b = ROW_COUNT;\n",
            lambda: f"INSERT INTO kv VALUES ({self.key()}, {self.value('int', 0)});\n",
            lambda: f"INSERT INTO kv VALUES ({self.key()}, a) ON CONFLICT (k) DO UPDATE SET v = kv.v + excluded.v RETURNING v INTO b;\n",
            lambda: f"DELETE FROM kv WHERE k = {self.key()};\n",
            lambda: f"DELETE FROM kv WHERE v > {self.value('int', 0)} RETURNING k INTO t;\n",
            lambda: f"PERFORM 1 FROM kv WHERE k = {self.key()};\n",
            lambda: f"q := (SELECT avg(v) FROM kv WHERE k <> {self.key()});\n",
            lambda: f"UPDATE customer SET balance = balance - {self.value('numeric', 0)} WHERE id = {self.pick(['p', '1', 'a'])};\n",
            lambda: f"INSERT INTO item (id, customer_id) VALUES ({self.pick(['p + 40', '10', 'a'])}, {self.pick(['p', 'b', '1'])});\n",
            lambda: f"RAISE EXCEPTION 'oops %', a USING ERRCODE = {self.pick([chr(39) + '22012' + chr(39), chr(39) + 'P0001' + chr(39)])};\n"
            if self.random.random() < 0.3 else "RAISE NOTICE 'n %', a;\n",
            lambda: f"RETURN left({self.value('text')}, 5);\n" if self.random.random() < 0.3 else "NULL;\n",
        ])()

    def statement(self, depth):
        if not depth or self.random.random() < 0.55:
            return self.simple()
        body = self.block(depth - 1)
        leave = self.pick(["", "", f"EXIT WHEN {self.value('boolean')};\n", f"CONTINUE WHEN {self.value('boolean')};\n"])
        return self.pick([
            lambda: f"IF {self.value('boolean')} THEN\n{body}ELSE\n{self.block(depth - 1)}END IF;\n",
            lambda: f"IF EXISTS (SELECT 1 FROM kv WHERE v = {self.value('int', 0)}) THEN\n{body}END IF;\n",
            lambda: f"IF NOT FOUND THEN\n{body}ELSIF {self.value('boolean')} THEN\nNULL;\nEND IF;\n",
            lambda: f"FOR i IN 1..{self.random.randint(1, 3)} LOOP\n{leave}{body}a := a + i;\nEND LOOP;\n",
            lambda: f"FOR r IN SELECT k, v FROM kv ORDER BY k LOOP\n{leave}{body}b := r.v;\nEND LOOP;\n",
            lambda: f"FOREACH b IN ARRAY ARRAY[1, a, 3] LOOP\n{leave}{body}END LOOP;\n",
            lambda: f"BEGIN\n{body}EXCEPTION WHEN {self.pick(['OTHERS', 'unique_violation', 'division_by_zero OR no_data_found', 'data_exception', 'integrity_constraint_violation'])} "
                    f"THEN\nt := SQLSTATE;\n{self.block(depth - 1)}END;\n",
        ])()

    def routine(self, number):
        body = self.block(3)
        return (f"CREATE FUNCTION f{number}(p int) RETURNS text LANGUAGE plpgsql AS $$\n"
                f"DECLARE a int := p; b int; t varchar(5) := 'x'; q numeric(8,2) := 1; r kv%ROWTYPE;\nBEGIN\n{body}"
                f"RETURN concat_ws('|', a, b, t, q, found);\nEND $$;\n")


def main():
    if not postgresql.folder():
        print("no PostgreSQL server found")
        return postgresql.SKIPPED
    run_sql = str(pathlib.Path(sys.argv[1]).absolute())
    count, seed = int(sys.argv[2]) if len(sys.argv) > 2 else 300, int(sys.argv[3]) if len(sys.argv) > 3 else 1
    generator = Routines(seed)
    routines = [generator.routine(i) for i in range(count)]
    cases = [f"select f{i}({p}) from small where a = 1; select * from kv order by k; select id, balance from customer order by id; select id, customer_id from item order by id"
             for i in range(count) for p in (1, 3)]
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as schema, postgresql.Server() as server:
        schema.write(differential.SCHEMA.read_text() + "".join(routines))
        schema.flush()
        differential.SCHEMA = pathlib.Path(schema.name)
        errors = differential.create_database(server)
        mine, theirs = differential.in_memory(run_sql, cases), differential.on_server(server, cases)
    if errors:
        print(errors)
        return 1
    failures, agree, unable = 0, 0, 0
    for number, case in enumerate(cases, 1):
        got, wanted = differential.until_error(mine.get(number, [])), differential.until_error(theirs.get(number, []))
        if any(line.startswith("UNABLE") for line in got):
            unable += 1
            if "-v" in sys.argv:
                print(case.split(";")[0], got)
        elif got == wanted:
            agree += 1
        else:
            failures += 1
            print(f"seed {seed}: {case.split(';')[0]}\n{routines[(number - 1) // 2]}  in memory: {got}\n  server:    {wanted}")
    print(f"seed {seed}: {agree} of {len(cases)} calls agree, {failures} differ, {unable} not run in memory")
    return 1 if failures or agree < len(cases) / 2 else 0


if __name__ == "__main__":
    sys.exit(main())
