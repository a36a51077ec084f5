"""Queries of every shape beside locks and writes: joins, WITH that writes, windows, groups, set operations, UPDATE … FROM, ORDER BY
LIMIT with locks, partial and unique indexes, checks that come last."""


class Queries:
    def __init__(self, r):
        self.r = r

    def c(self, *choices):
        return self.r.choice(choices)

    def condition(self, t):
        return self.c(f"{t}.v = 0", f"{t}.v > 0", f"{t}.v = p", f"{t}.g = k", f"{t}.id = k", f"{t}.v <> p", f"{t}.id <> k AND {t}.v = 0",
                      f"{t}.v IN (0, p)", f"{t}.v IS NOT NULL", f"{t}.g = k AND {t}.v < 2")

    def inner(self, t):
        """A condition with a subquery."""
        return self.c(f"EXISTS (SELECT 1 FROM b z WHERE z.g = {t}.id AND z.v > 0)", f"NOT EXISTS (SELECT 1 FROM b z WHERE z.g = {t}.id)",
                      f"{t}.id IN (SELECT g FROM b WHERE v = 0)", f"{t}.v < (SELECT count(*) FROM b)", f"{t}.v >= ALL (SELECT v FROM b WHERE g = k)",
                      f"({t}.g, {t}.v) IN (SELECT id, v FROM b)", self.condition(t), self.condition(t), self.condition(t))

    def lock(self, of=""):
        return self.c("", "", "", f" FOR UPDATE{of}", f" FOR SHARE{of}", f" FOR NO KEY UPDATE{of}", f" FOR KEY SHARE{of}")

    def read(self):
        return self.c(
            f"SELECT a.v INTO x FROM a JOIN b ON b.g = a.id WHERE {self.condition('b')} ORDER BY a.id, b.id LIMIT 1{self.lock(self.c('', ' OF a', ' OF b'))};",
            f"SELECT count(*) INTO x FROM a LEFT JOIN b ON b.g = a.id AND {self.condition('b')} WHERE b.id IS NULL;",
            f"SELECT id INTO x FROM a WHERE {self.inner('a')} ORDER BY v, id LIMIT 1{self.lock()};",
            f"SELECT id INTO x FROM a WHERE {self.inner('a')} ORDER BY id LIMIT 1{self.lock()};",
            f"SELECT max(n) INTO x FROM (SELECT row_number() OVER (PARTITION BY g ORDER BY id) n FROM b WHERE {self.condition('b')}) s;",
            f"SELECT count(*) INTO x FROM (SELECT g FROM b WHERE {self.condition('b')} GROUP BY g HAVING count(*) > 1) s;",
            f"SELECT count(*) INTO x FROM (SELECT v FROM a WHERE {self.condition('a')} {self.c('UNION', 'EXCEPT', 'INTERSECT', 'UNION ALL')} SELECT v FROM b) s;",
            f"SELECT s.m INTO x FROM a, LATERAL (SELECT max(v) m FROM b WHERE b.g = a.id) s WHERE {self.condition('a')} ORDER BY a.id LIMIT 1;",
            f"WITH w AS (SELECT id, v FROM a WHERE {self.inner('a')}{self.lock()}) SELECT sum(v) INTO x FROM w;",
            f"SELECT string_agg(v::text, ',' ORDER BY id) INTO s FROM a WHERE {self.inner('a')};",
            f"SELECT DISTINCT ON (g) v INTO x FROM b WHERE {self.condition('b')} ORDER BY g, v DESC;",
            f"SELECT array_agg(id ORDER BY id)::text INTO s FROM b WHERE v = ANY (ARRAY[0, p]);",
            f"x := (SELECT count(*) FROM a WHERE {self.inner('a')}) + (SELECT count(*) FROM b WHERE {self.condition('b')});",
            f"PERFORM 1 FROM a WHERE {self.inner('a')}{self.lock()}; x := FOUND::int;",
            f"SELECT v INTO x FROM a WHERE id = k{self.lock()};")

    def value(self, t):
        return self.c(f"{t}.v + 1", f"{t}.v + 1", "p", "coalesce(x, 0)", "(SELECT count(*) FROM b WHERE b.g = k)", f"1 - {t}.v", "0", "1")

    def write(self):
        return self.c(
            f"UPDATE a SET v = {self.value('a')} WHERE {self.inner('a')};",
            f"UPDATE a SET v = {self.value('a')} WHERE id = k AND {self.inner('a')};",
            f"UPDATE b SET v = {self.value('b')} WHERE g = k;", f"UPDATE b SET g = p WHERE {self.condition('b')};",
            f"UPDATE a SET v = b.v + 1 FROM b WHERE b.g = a.id AND {self.condition('b')} AND a.id = k;",
            f"DELETE FROM b USING a WHERE a.id = b.g AND {self.condition('a')};", f"DELETE FROM b WHERE {self.condition('b')};",
            f"INSERT INTO b SELECT a.id + 10, a.id, p FROM a WHERE {self.inner('a')} ON CONFLICT DO NOTHING;",
            f"INSERT INTO b VALUES (k + 4, k, p) ON CONFLICT (id) DO UPDATE SET v = b.v + 1 WHERE {self.condition('b')};",
            f"WITH d AS (DELETE FROM b WHERE {self.condition('b')} RETURNING g) UPDATE a SET v = v + 1 WHERE id IN (SELECT g FROM d);",
            f"WITH u AS (UPDATE a SET v = {self.value('a')} WHERE id = k RETURNING v) SELECT v INTO x FROM u;",
            f"WITH s AS (SELECT id FROM a WHERE {self.inner('a')} ORDER BY id LIMIT 1 FOR UPDATE) UPDATE a SET v = {self.value('a')} FROM s WHERE a.id = s.id RETURNING a.id INTO x;",
            f"UPDATE a SET v = {self.value('a')} WHERE id = (SELECT id FROM a WHERE {self.condition('a')} ORDER BY id LIMIT 1{self.c('', ' FOR UPDATE')});",
            f"INSERT INTO b SELECT k + 6, k, count(*) FROM b WHERE {self.condition('b')} HAVING count(*) < 2 ON CONFLICT DO NOTHING;",
            f"MERGE INTO b USING (SELECT k AS id) s ON b.id = s.id WHEN MATCHED AND {self.condition('b')} THEN UPDATE SET v = b.v + 1 "
            f"WHEN NOT MATCHED THEN INSERT VALUES (s.id, k, p);")

    def body(self):
        lines = []
        if self.r.random() < 0.15:
            lines.append(self.c("PERFORM pg_advisory_xact_lock(1);", "LOCK TABLE b IN SHARE ROW EXCLUSIVE MODE;",
                                "PERFORM 1 FROM a WHERE id = 1 FOR UPDATE;"))
        for _ in range(self.r.choice([1, 2, 2, 2, 3])):
            lines.append("/*P*/")
            kind = self.r.random()
            step = self.read() if kind < 0.45 else self.write()
            lines += [f"IF {self.c('x = 0', 'x > 0', 'FOUND', 'x IS NULL')} THEN", step, "END IF;"] if self.r.random() < 0.2 else [step]
        return lines


def draw(r):
    q = Queries(r)
    sql = "CREATE TABLE a (id int PRIMARY KEY, g int, v int NOT NULL);\n"
    reference = q.c("", "", " REFERENCES a", " REFERENCES a ON DELETE CASCADE")
    sql += f"CREATE TABLE b (id int PRIMARY KEY, g int{reference}, v int NOT NULL);\n"
    sql += q.c("", "", "", "CREATE UNIQUE INDEX b_g ON b (g);\n", "CREATE UNIQUE INDEX b_g ON b (g) WHERE v > 0;\n", "CREATE INDEX b_v ON b (v);\n")
    count = r.choice([1, 1, 2, 2, 3])
    for i in range(count):
        body = "\n  ".join(q.body())
        sql += (f"CREATE FUNCTION f{i}(k int, p int) RETURNS text LANGUAGE plpgsql AS $$\nDECLARE x int; s text;\nBEGIN\n  {body}\n"
                f"  RETURN concat_ws('|', x, s);\nEND $$;\n")
    init = ["SET session_replication_role = replica"]
    init += [f"INSERT INTO a VALUES ({k}, {r.choice('12')}, {r.choice('012')})" for k in (1, 2) if r.random() < 0.9]
    init += [f"INSERT INTO b VALUES ({k}, {r.choice('12')}, {r.choice('012')}) ON CONFLICT DO NOTHING" for k in (1, 2, 3) if r.random() < 0.75]
    init.append("SET session_replication_role = origin")
    found = [(i, j) for i in range(count) for j in range(i + 1)]
    calls = [[f"SELECT f{i}({r.choice([1, 1, 2])}, {r.choice('012')})" for i in pair] for pair in r.sample(found, min(4, len(found)))]
    return {"sql": sql, "init": init, "calls": calls}
