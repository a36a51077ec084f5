"""Random routines: reads, writes, branches and handlers beside triggers, actions of foreign keys, functions, CTEs and locks."""

INSTANCES = 3


class Routines:
    def __init__(self, r):
        self.r, self.count = r, r.choice([1, 1, 2, 2, 3])
        self.keys = r.choice([["p"], ["p", "q"], ["p", "p", "1"]])
        self.first = r.choice(["", "", "PERFORM pg_advisory_xact_lock(p);", "PERFORM pg_advisory_xact_lock(1, p);",
                               "PERFORM 1 FROM a WHERE id = p FOR UPDATE;", "PERFORM 1 FROM a WHERE id = p FOR SHARE;",
                               "UPDATE a SET w = w + 1 WHERE id = p;", "LOCK TABLE b IN SHARE ROW EXCLUSIVE MODE;"])

    def key(self):
        return self.r.choice(self.keys)

    def where(self, table):
        return self.r.choice([f"{table}.id = {self.key()}"] * 5 + [
            f"{table}.id = {self.key()} AND {table}.v = {self.r.choice('01x')}", f"{table}.v = {self.r.choice('01')}",
            f"{table}.id IN (SELECT z.id FROM {self.r.choice('ab')} z WHERE z.v > 0)",
            f"EXISTS (SELECT 1 FROM b z WHERE z.a = {table}.id AND z.v = {self.r.choice('01')})"])

    def read(self):
        c, lock = self.r.choice, self.r.choice(["", "", "", " FOR UPDATE", " FOR SHARE", " FOR KEY SHARE"])
        table, k = c("aab"), self.key()
        return c([f"SELECT v INTO x FROM {table} WHERE id = {k}{lock};"] * 4 + [
            f"SELECT count(*) INTO y FROM {table} WHERE {self.where(table)};",
            f"SELECT max({table}.v) INTO y FROM {table} WHERE {self.where(table)};",
            f"SELECT a.v + b.v INTO x FROM a JOIN b ON b.a = a.id WHERE b.id = {k}{c(['', ' FOR UPDATE OF a'])};",
            f"SELECT v INTO x FROM (SELECT id, v FROM a WHERE id = {k}) s{lock};", f"y := steady({k}) + fresh({k});",
            f"WITH s AS (SELECT v FROM a WHERE id = {k}) SELECT s.v INTO x FROM s{lock};"])

    def write(self):
        c, k = self.r.choice, self.key()
        value = c(["v + 1", "v + 1", "coalesce(x, 0)", "coalesce(y, 0) + 1", "1"])
        return c([f"UPDATE a SET v = {value} WHERE {self.where('a')};"] * 3 + [
            f"UPDATE b SET v = {value} WHERE {self.where('b')};", f"UPDATE a SET w = fresh(id) WHERE id = {k};",
            f"UPDATE a SET v = (SELECT count(*) FROM b WHERE b.a = a.id) WHERE id = {k};",
            f"UPDATE a SET w = b.v + 1 FROM b WHERE b.a = a.id AND b.id = {k};",
            f"WITH u AS (UPDATE a SET v = v + 1 WHERE id = {k} RETURNING id, v) UPDATE b SET v = u.v FROM u WHERE b.id = u.id;",
            f"UPDATE a SET v = v + 1 WHERE id = {k} RETURNING v INTO x;", f"DELETE FROM b WHERE {c(['id', 'a'])} = {k};",
            f"DELETE FROM a WHERE id = {k};"] + [f"INSERT INTO b VALUES ({k}, {self.key()}, coalesce(x, 0)){conflict};" for conflict in (
                "", " ON CONFLICT DO NOTHING", " ON CONFLICT (id) DO UPDATE SET v = b.v + 1 WHERE b.v < 2")])

    def body(self, count, depth=0):
        lines = []
        for _ in range(count):
            kind = self.r.random()
            lines.append("/*P*/")
            if kind < 0.4:
                lines.append(self.read())
            elif kind < 0.75 or depth > 1:
                lines.append(self.write())
            elif kind < 0.9:
                condition = self.r.choice(["FOUND", "NOT FOUND", "x = 0", "y IS NULL", "x > y"])
                lines += [f"IF {condition} THEN", *self.body(1, depth + 1), "END IF;"]
            elif kind < 0.95:
                lines += ["BEGIN", *self.body(1, depth + 1), "EXCEPTION WHEN unique_violation THEN x := 9; END;"]
            else:
                lines.append("IF x = 1 THEN RAISE EXCEPTION 'no'; END IF;")
        return lines

    def text(self):
        c = self.r.choice
        action = c(["", "", " REFERENCES a", " REFERENCES a ON DELETE CASCADE", " REFERENCES a ON DELETE SET NULL",
                    " REFERENCES a DEFERRABLE INITIALLY DEFERRED"])
        sql = ("CREATE TABLE a (id int PRIMARY KEY, v int, w int DEFAULT 0);\n"
               f"CREATE TABLE b (id int PRIMARY KEY, a int{action}, v int);\n")
        for name, kind in (("steady", "STABLE"), ("fresh", "VOLATILE")):
            sql += (f"CREATE FUNCTION {name}(k int) RETURNS int {kind} LANGUAGE plpgsql AS $$\n"
                    "DECLARE z int; BEGIN SELECT sum(v) INTO z FROM b WHERE b.a = k; RETURN z; END $$;\n")
        fires = c(["", "", "UPDATE a SET w = w + 1 WHERE id = NEW.a;", "UPDATE a SET w = (SELECT count(*) FROM b) WHERE id = NEW.a;",
                   "IF (SELECT count(*) FROM b WHERE b.a = NEW.a) > 1 THEN RAISE EXCEPTION 'full'; END IF;"])
        if fires:
            sql += ("CREATE FUNCTION fired() RETURNS trigger LANGUAGE plpgsql AS $$\n"
                    f"DECLARE z int; BEGIN /*P*/ {fires} RETURN NEW; END $$;\n"
                    f"CREATE TRIGGER fires {c(['BEFORE', 'AFTER'])} INSERT OR UPDATE ON b FOR EACH ROW EXECUTE FUNCTION fired();\n")
        for i in range(self.count):
            body = "\n  ".join(([self.first] if self.first and self.r.random() < 0.85 else []) + self.body(self.r.choice([1, 2, 2, 3])))
            sql += (f"CREATE FUNCTION f{i}(p int, q int) RETURNS text LANGUAGE plpgsql AS $$\n"
                    f"DECLARE x int; y int;\nBEGIN\n  {body}\n  /*P*/\n  RETURN concat_ws('|', x, y);\nEND $$;\n")
        return sql

    def rows(self):
        there = [k for k in (1, 2) if self.r.random() < 0.85]
        rows = [f"INSERT INTO a VALUES ({k}, {self.r.choice('001')})" for k in there]
        return rows + [f"INSERT INTO b VALUES ({k}, {self.r.choice(there + ['NULL'])}, {self.r.choice('012')})"
                       for k in (1, 2) if self.r.random() < 0.6]

    def client(self):
        """The calls of two or three sessions."""
        r = self.r
        return [f"SELECT f{r.randrange(self.count)}({r.choice([1, 1, 2])}, {r.choice([1, 2])})" for _ in range(r.choice([2, 2, INSTANCES]))]


def draw(r):
    routines = Routines(r)
    return {"sql": routines.text(),
            "init": ["SET session_replication_role = replica", *routines.rows(), "SET session_replication_role = origin"],
            "calls": [routines.client() for _ in range(3)]}
