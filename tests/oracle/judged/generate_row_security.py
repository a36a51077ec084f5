"""Row security: policies of every command, permissive and restrictive, for roles, with reads of other tables and of settings;
FORCE, owners, SECURITY DEFINER, views, keys that look through it. Sessions take roles."""

ROLES = ["judged_app", "judged_other", "judged_owner"]
WHO = ["current_setting('app.who', true) = o::text", "o = coalesce(nullif(current_setting('app.who', true), ''), '0')::int",
       "current_user = 'judged_app' OR o = 2", "o = 1 OR session_user = current_user"]
READS = ["EXISTS (SELECT FROM g WHERE g.id = {t}.id AND g.n > 0)", "o <= (SELECT max(n) FROM g)", "id IN (SELECT g.id FROM g WHERE g.n = 1)",
         "allowed(id)", "(SELECT count(*) FROM g WHERE g.n > 0) > 1", "NOT EXISTS (SELECT FROM u z WHERE z.id = {t}.id AND z.v > 2)"]
OWN = ["v >= 0", "v < 3", "o = 1", "NOT h", "h IS NOT TRUE AND v <> 2", "v / o > -1"]


class Policies:
    def __init__(self, r):
        self.r, self.c = r, r.choice
        self.owned = r.random() < 0.5  # by a role that is no superuser

    def condition(self, table):
        return self.c([self.c(WHO), self.c(READS), self.c(READS), self.c(OWN), self.c(OWN), "true"]).format(t=table)

    def policy(self, table, number):
        c = self.c
        command = c(["ALL", "ALL", "ALL", "SELECT", "UPDATE", "INSERT", "DELETE"])
        text = f"CREATE POLICY p{number} ON {table}{c(['', '', '', ' AS RESTRICTIVE'])} FOR {command}"
        text += c(["", "", f" TO {c(ROLES)}", " TO PUBLIC", " TO judged_app, judged_other"])
        if command != "INSERT":
            text += f" USING ({self.condition(table)})"
        if command == "INSERT" or (command in ("ALL", "UPDATE") and self.r.random() < 0.4):
            text += f" WITH CHECK ({self.condition(table)})"
        return text + ";\n"

    def schema(self):
        c, tables = self.c, ["t", "u"] if self.r.random() < 0.4 else ["t"]
        sql = ("CREATE TABLE g (id int PRIMARY KEY, n int NOT NULL);\n"
               "CREATE TABLE t (id int PRIMARY KEY, o int NOT NULL, v int NOT NULL, h boolean NOT NULL DEFAULT false);\n"
               f"CREATE TABLE u (id int PRIMARY KEY{c(['', ' REFERENCES t', ' REFERENCES t ON DELETE CASCADE'])}, o int NOT NULL, "
               "v int NOT NULL, h boolean NOT NULL DEFAULT false);\n"
               f"CREATE VIEW w{c(['', '', ' WITH (security_invoker = true)'])} AS SELECT id, o, v FROM t;\n"
               "CREATE FUNCTION allowed(k int) RETURNS boolean LANGUAGE sql STABLE"
               f"{c(['', ' SECURITY DEFINER'])} AS $$ SELECT EXISTS (SELECT FROM g WHERE g.id = k AND g.n > 0) $$;\n")
        number = 0
        for table in tables:
            for _ in range(c([1, 1, 2, 3])):
                sql += self.policy(table, number)
                number += 1
            if self.owned:
                sql += f"ALTER TABLE {table} OWNER TO judged_owner;\n"
            sql += f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY{c(['', '', ', FORCE ROW LEVEL SECURITY'])};\n"
        return sql + (f"ALTER VIEW w OWNER TO {c(ROLES)};\n" if self.owned and self.r.random() < 0.7 else "")

    def where(self):
        return self.c(["id = k", "id = k", "o = k", "v > 0", "true", "v = p", "id = k AND v >= p"])

    def statement(self):
        c, t, w = self.c, self.c(["t", "t", "u", "w"]), self.where()
        lock = c(["", "", "", " FOR UPDATE", " FOR SHARE"])
        return c([f"SELECT v INTO x FROM {t} WHERE id = k{lock};", f"n := n + (SELECT count(*) FROM {t} WHERE {w});",
                  f"PERFORM FROM {t} WHERE {w}{lock}; IF FOUND THEN n := n + 1; END IF;", f"UPDATE {t} SET v = p WHERE {w};",
                  f"UPDATE {t} SET v = v + 1 WHERE {w}; GET DIAGNOSTICS n = ROW_COUNT;", f"UPDATE {t} SET o = p WHERE id = k RETURNING v INTO x;",
                  "UPDATE g SET n = p WHERE id = k;", "UPDATE g SET n = 1 - n WHERE id = k;", "DELETE FROM g WHERE id = k;",
                  f"IF EXISTS (SELECT 1 FROM {t} WHERE {w}) THEN UPDATE g SET n = 0 WHERE id = k; END IF;",
                  f"INSERT INTO {c('tu')} (id, o, v) VALUES (k + {c('02')}, p, 1) ON CONFLICT DO NOTHING;",
                  f"INSERT INTO {c('tu')} AS z (id, o, v) VALUES (k, p, 1) ON CONFLICT (id) DO UPDATE SET v = {c(['z.v + 1', 'excluded.o'])};",
                  f"INSERT INTO {c('tu')} (id, o, v) VALUES (k + {c('02')}, p, 1);", f"DELETE FROM {c('tu')} WHERE {w};",
                  f"UPDATE {c('tu')} SET h = NOT h WHERE {w};", f"SELECT sum(v) INTO n FROM {t} WHERE {w};",
                  "MERGE INTO t USING (SELECT k AS i) s ON t.id = s.i WHEN MATCHED THEN UPDATE SET v = t.v + 1 WHEN NOT MATCHED THEN "
                  "INSERT (id, o, v) VALUES (k, p, 0);", f"SELECT n INTO x FROM g WHERE id = k; UPDATE {t} SET v = x WHERE id = k;"])

    def body(self):
        lines = []
        for _ in range(self.c([1, 2, 2, 3])):
            statement = self.statement()
            if self.r.random() < 0.25:
                statement = (f"BEGIN {statement} EXCEPTION WHEN {self.c(['insufficient_privilege', 'insufficient_privilege OR unique_violation'])} "
                             "THEN n := 99; END;")
            lines += ["/*P*/", statement]
        return "\n  ".join(lines)

    def routine(self, number):
        c = self.c
        definer, owner = self.r.random() < (0.6 if self.owned else 0.2), self.r.random() < 0.8
        text = (f"CREATE FUNCTION f{number}(k int, p int) RETURNS text LANGUAGE plpgsql{' SECURITY DEFINER' if definer else ''} AS $$\n"
                f"DECLARE x int; n bigint := 0;\nBEGIN\n  {self.body()}\n  RETURN {c(['concat(x, n)', 'concat(x, n)', 'NULL'])};\nEND $$;\n")
        return text + (f"ALTER FUNCTION f{number}(int, int) OWNER TO {c(['judged_owner', 'judged_owner', 'judged_other'])};\n" if definer and owner else "")

    def drawn(self):
        c = self.c
        count = c([1, 2, 2, 3])
        sql = self.schema() + "".join(self.routine(i) for i in range(count))
        # Sometimes the files say nothing of roles: what they are granted is said elsewhere.
        sql += f"GRANT USAGE ON SCHEMA public TO PUBLIC;\nGRANT ALL ON ALL TABLES IN SCHEMA public TO {', '.join(ROLES)};\n"
        init = ["INSERT INTO g VALUES " + ", ".join(f"({k}, {c([0, 1, 1])})" for k in (1, 2, 3)),
                "INSERT INTO t VALUES " + ", ".join(f"({k}, {c([1, 1, 2])}, {c([0, 1, 2])}, {c(['false', 'false', 'true'])})" for k in (1, 2)),
                f"INSERT INTO u VALUES (1, {c([1, 2])}, {c([1, 3])}, false)"]
        roles = c([["judged_app"], ["judged_app"], ROLES, ["judged_owner"], [*ROLES, "isoproof"]])
        calls = [[f"SET ROLE {c(roles)}; SET app.who = '{c('112')}'; SELECT f{c(range(count))}({c('112')}, {c('012')})" for _ in range(c([2, 2, 2, 3]))]
                 for _ in range(6)]
        return {"sql": sql, "init": init, "calls": calls, "roles": ROLES, "failing": True}


def draw(r):
    return Policies(r).drawn()
