"""The same random programs spelled in many ways: views, cursors, triggers, WITH, dynamic SQL, calls, blocks.

    spellings.py ISOPROOF SETS SEED [SPELLING…]

Each program is drawn once as steps (read, update, insert, delete of one row; IF) and written twice: plainly, and with one
spelling of each step drawn at random (or of those that are named). Both mean the same, statement by statement, so

- `explore` must count the same histories, those that are serializable and end states for both, at each of PostgreSQL's
  levels: the executable form means the same;
- what `explore` finds not to be serializable is never called safe for either: the flat form has all the behaviour.

Verdicts that differ are counted, not refused: a spelling may be understood less well. What is not run in memory is
counted by spelling, too.
"""

import collections
import json
import random
import subprocess
import sys
import tempfile

from at_engine_levels import is_anomaly

LEVELS = ["postgresql/read-committed", "postgresql/repeatable-read", "postgresql/serializable"]
TABLES = "ab"
CLIENTS = 4

# How a step can be written. {t} table, {k} key, {x} variable, {l} lock, {e} the new value. Each spelling is as exact as
# the plain one: the same rows, the same snapshots, the same locks.
READS = {
    "plain": "SELECT v INTO {x} FROM {t} WHERE k = {k}{l};",
    "view": "SELECT v INTO {x} FROM {t}_view WHERE k = {k}{l};",
    "view-of-view": "SELECT v INTO {x} FROM {t}_outer WHERE k = {k}{l};",
    "cursor": "OPEN c FOR SELECT v FROM {t} WHERE k = {k}{l}; FETCH c INTO {x}; CLOSE c;",
    "bound-cursor": "OPEN {t}_cursor({k}); FETCH {t}_cursor INTO {x}; CLOSE {t}_cursor;",
    "cursor-loop": "{x} := NULL; FOR row IN {t}_cursor({k}) LOOP {x} := row.v; END LOOP;",
    "loop": "{x} := NULL; FOR row IN SELECT v FROM {t} WHERE k = {k}{l} LOOP {x} := row.v; END LOOP;",
    "record": "SELECT v INTO row FROM {t} WHERE k = {k}{l}; {x} := row.v;",
    "expression": "{x} := (SELECT v FROM {t} WHERE k = {k});",
    "subquery": "SELECT s.v INTO {x} FROM (SELECT k, v FROM {t}) s WHERE s.k = {k};",
    "summed": "SELECT s.v INTO {x} FROM (SELECT max(v) AS v FROM {t} WHERE k = {k}) s;",
    "first": "SELECT s.v INTO {x} FROM (SELECT v FROM {t} WHERE k = {k} ORDER BY k LIMIT 1) s;",
    "with": "WITH s AS (SELECT v FROM {t} WHERE k = {k}) SELECT v INTO {x} FROM s;",
    "union": "SELECT v INTO {x} FROM {t} WHERE k = {k} UNION ALL SELECT 0 WHERE false;",
    "window": "SELECT max(v) OVER () INTO {x} FROM {t} WHERE k = {k};",
    "dynamic": "EXECUTE 'SELECT v FROM {t} WHERE k = $1{l}' INTO {x} USING {k};",
    "format": "EXECUTE format('SELECT v FROM {t} WHERE k = %L{l}', {k}) INTO {x};",
    "function": "{x} := read_{t}({k});",
    "sql-function": "{x} := sql_{t}({k});",
    "table-function": "SELECT v INTO {x} FROM rows_{t}({k});",
    "procedure": "CALL fetch_{t}({k}, {x});",
    "handler": "BEGIN SELECT v INTO {x} FROM {t} WHERE k = {k}{l}; EXCEPTION WHEN division_by_zero THEN {x} := 7; END;",
    "strict": "BEGIN SELECT v INTO STRICT {x} FROM {t} WHERE k = {k}{l}; "
              "EXCEPTION WHEN no_data_found THEN {x} := NULL; END;",
    "once": "LOOP SELECT v INTO {x} FROM {t} WHERE k = {k}{l}; EXIT; END LOOP;",
    "any": "SELECT v INTO {x} FROM {t} WHERE k = ANY (ARRAY[{k}]){l};",
}
LOCKABLE = {n for n, text in READS.items() if "{l}" in text}
UPDATES = {
    "plain": "UPDATE {t} SET v = {e} WHERE k = {k};",
    "view": "UPDATE {t}_view SET v = {e} WHERE k = {k};",
    "view-of-view": "UPDATE {t}_outer SET v = {e} WHERE k = {k};",
    "dynamic": "EXECUTE 'UPDATE {t} SET v = {e1} WHERE k = $1' USING {k}, {x};",
    "format": "EXECUTE format('UPDATE {t} SET v = {e1} WHERE k = $1', 'v') USING {k}, {x};",
    "from": "UPDATE {t} SET v = {e} FROM (VALUES ({k})) AS s (key) WHERE {t}.k = s.key;",
    "first": "UPDATE {t} SET v = {e} FROM (SELECT k AS key FROM {t} WHERE k = {k} ORDER BY k LIMIT 1) s WHERE {t}.k = s.key;",
    "summed": "UPDATE {t} SET v = {e} FROM (SELECT sum(n) AS key FROM (VALUES ({k})) AS s (n)) s WHERE {t}.k = s.key;",
    "any": "UPDATE {t} SET v = {e} WHERE k = ANY (ARRAY[{k}]);",
    "in": "UPDATE {t} SET v = {e} WHERE k IN (SELECT {k});",
    "with": "WITH u AS (UPDATE {t} SET v = {e} WHERE k = {k} RETURNING k) SELECT count(*) INTO z FROM u;",
    "merge": "MERGE INTO {t} USING (SELECT {k} AS key) s ON {t}.k = s.key WHEN MATCHED THEN UPDATE SET v = {e};",
    "procedure": "CALL set_{t}({k}, {x}, {n});",
    "function": "PERFORM put_{t}({k}, {x}, {n});",
    "handler": "BEGIN UPDATE {t} SET v = {e} WHERE k = {k}; EXCEPTION WHEN division_by_zero THEN NULL; END;",
    "returning": "UPDATE {t} SET v = {e} WHERE k = {k} RETURNING k INTO z;",
    "once": "FOR i IN 1..1 LOOP UPDATE {t} SET v = {e} WHERE k = {k}; END LOOP;",
}
INSERTS = {
    "plain": "INSERT INTO {t} (k, v) VALUES ({k}, {n}){o};",
    "view": "INSERT INTO {t}_view (k, v) VALUES ({k}, {n}){o};",
    "select": "INSERT INTO {t} (k, v) SELECT {k}, {n}{o};",
    "dynamic": "EXECUTE 'INSERT INTO {t} (k, v) VALUES ($1, {n}){o}' USING {k};",
    "with": "WITH i AS (INSERT INTO {t} (k, v) VALUES ({k}, {n}){o} RETURNING k) SELECT count(*) INTO z FROM i;",
    "columns": "INSERT INTO {t} VALUES ({k}, {n}){o};",
}
DELETES = {
    "plain": "DELETE FROM {t} WHERE k = {k};",
    "view": "DELETE FROM {t}_view WHERE k = {k};",
    "using": "DELETE FROM {t} USING (VALUES ({k})) AS s (key) WHERE {t}.k = s.key;",
    "dynamic": "EXECUTE format('DELETE FROM %I WHERE k = $1', '{t}') USING {k};",
    "with": "WITH d AS (DELETE FROM {t} WHERE k = {k} RETURNING k) SELECT count(*) INTO z FROM d;",
    "merge": "MERGE INTO {t} USING (SELECT {k} AS key) s ON {t}.k = s.key WHEN MATCHED THEN DELETE;",
}
# Joins and subqueries in FROM: the interpreter goes through every row of the table, and `explore` counts each as read. What it finds then is
# not compared; what it finds in the plain text counts for both.
WIDER = {"first", "summed", "from", "in", "using", "merge", "subquery"}
SPELLINGS = {"read": READS, "update": UPDATES, "insert": INSERTS, "delete": DELETES}
CONFLICTS = ["", " ON CONFLICT DO NOTHING", " ON CONFLICT DO NOTHING", " ON CONFLICT (k) DO UPDATE SET v = excluded.v"]

HELPERS = """
CREATE VIEW {t}_view AS SELECT k, v FROM {t};
CREATE VIEW {t}_outer (k, v) AS SELECT k, v FROM {t}_view;
CREATE FUNCTION read_{t}(p_k int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE r int; BEGIN SELECT v INTO r FROM {t} WHERE k = p_k; RETURN r; END $$;
CREATE FUNCTION sql_{t}(p_k int) RETURNS int LANGUAGE sql STABLE AS $$ SELECT v FROM {t} WHERE k = p_k $$;
CREATE FUNCTION rows_{t}(p_k int) RETURNS TABLE (v int) LANGUAGE sql STABLE AS $$
SELECT s.v FROM {t} s WHERE s.k = p_k $$;
CREATE PROCEDURE fetch_{t}(p_k int, INOUT r int) LANGUAGE plpgsql AS $$
BEGIN SELECT v INTO r FROM {t} WHERE k = p_k; END $$;
CREATE PROCEDURE set_{t}(p_k int, x int, how int) LANGUAGE plpgsql AS $$
BEGIN {set} END $$;
CREATE FUNCTION put_{t}(p_k int, x int, how int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN {set} END $$;
"""
# A value is one of these; put and set take its number.
VALUES = ["v + 1", "{x}", "1", "{x} + 1"]
SET = " ".join(("IF" if n == 0 else "ELSIF") + f" how = {n} THEN UPDATE {{t}} SET v = {e.format(x='x')} WHERE k = p_k;"
               for n, e in enumerate(VALUES)) + " END IF;"
# Rows of a that are updated take b's row of the same key along: once by a trigger, once spelled out.
TRIGGER = """
CREATE FUNCTION follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN UPDATE b SET v = v + 1 WHERE k = NEW.k; RETURN NULL; END $$;
CREATE TRIGGER follow AFTER UPDATE ON a FOR EACH ROW EXECUTE FUNCTION follow();
"""
FOLLOWED = "UPDATE {t} SET v = {e} WHERE k = {k}; IF FOUND THEN UPDATE b SET v = v + 1 WHERE k = {k}; END IF;"


class Set:
    """One set of programs; how they are spelled is drawn apart, so that both texts have the same steps."""

    def __init__(self, seed, names):
        self.r = random.Random(seed)
        self.seed, self.names = seed, names
        self.used = []
        self.bodies = [self.steps(self.r.choice([2, 2, 3, 3, 4])) for _ in range(self.r.choice([1, 1, 2]))]
        self.results = [self.r.choice("xy") for _ in self.bodies]
        self.trigger = self.r.random() < 0.3 and (not names or "trigger" in names)
        self.partitioned = self.r.random() < 0.15 and (not names or "partition" in names)

    def steps(self, count, depth=0):
        steps = []
        for _ in range(count):
            kind = self.r.random()
            step = {"t": self.r.choice("aab"), "k": self.r.choice(["p", "p", "p", "p", "q", "1"]), "x": self.r.choice("xxy"),
                    "seed": self.r.random()}
            if kind < 0.5:
                step.update(kind="read", l=self.r.choice(["", "", " FOR UPDATE", " FOR SHARE"]))
            elif kind < 0.76 or (kind >= 0.87 and depth == 2):
                step.update(kind="update", n=self.r.randrange(len(VALUES)))
            elif kind < 0.81:
                step.update(kind="insert", n=self.r.randint(0, 1), o=self.r.choice(CONFLICTS))
            elif kind < 0.87:
                step.update(kind="delete")
            else:
                step.update(kind="if", condition=self.r.choice(["{x} = 0", "{x} = 1", "{x} IS NULL", "{x} > p"]),
                            body=self.steps(self.r.randint(1, 2), depth + 1))
            steps.append(step)
            if step["kind"] == "read" and self.r.random() < 0.5:
                # What was read goes where it came from (a lost update) or to the other table (write skew).
                steps.append(dict(step, kind="update", n=self.r.choice([1, 3]), seed=self.r.random(),
                                  t=self.r.choice([step["t"], step["t"], "a", "b"])))
        return steps

    def spelling(self, step):
        texts = SPELLINGS[step["kind"]]
        if self.names:
            fitting = [n for n in texts if n in self.names] or ["plain"]
        else:
            fitting = list(texts)
        if step["kind"] == "read" and step["l"]:
            fitting = [n for n in fitting if n in LOCKABLE] or ["plain"]
        if step.get("o"):
            fitting = [n for n in fitting if "{o}" in texts[n]] or ["plain"]
        return random.Random(step["seed"]).choice(fitting)

    def write(self, steps, spelled):
        lines = []
        for step in steps:
            if step["kind"] == "if":
                lines += [f"IF {step['condition'].format(**step)} THEN", *self.write(step["body"], spelled), "END IF;"]
                continue
            name = self.spelling(step) if spelled else "plain"
            text = SPELLINGS[step["kind"]][name]
            if step["kind"] == "update":
                value = VALUES[step["n"]]
                step = dict(step, e=value.format(x=step["x"]), e1=value.format(x="$2"))
                if name == "format":
                    step["e1"] = step["e1"].replace("v", "%I", 1) if value == "v + 1" else step["e1"]
                if self.trigger and not spelled and step["t"] == "a":
                    text = FOLLOWED
            if name in ("dynamic", "format") and "$2" not in text.format(**step):
                text = text.replace(" USING {k}, {x}", " USING {k}")
            if name != "plain" and spelled:
                self.used.append(name)
            lines.append(text.format(**step))
        return lines

    def text(self, spelled):
        self.used = []
        sql = ""
        for t in TABLES:
            if spelled and self.partitioned:
                sql += (f"CREATE TABLE {t} (k int PRIMARY KEY, v int) PARTITION BY RANGE (k);\n"
                        f"CREATE TABLE {t}_low PARTITION OF {t} FOR VALUES FROM (MINVALUE) TO (1);\n"
                        f"CREATE TABLE {t}_high PARTITION OF {t} FOR VALUES FROM (1) TO (MAXVALUE);\n")
            else:
                sql += f"CREATE TABLE {t} (k int PRIMARY KEY, v int);\n"
        bodies = [self.write(body, spelled) for body in self.bodies]
        if spelled:
            sql += "".join(HELPERS.replace("{set}", SET).format(t=t) for t in TABLES)
        if spelled and self.trigger:
            sql += TRIGGER
            self.used.append("trigger")
        if spelled and self.partitioned:
            self.used.append("partition")
        for i, body in enumerate(bodies):
            # A helper is only a program where nothing calls it: name those that are meant.
            cursors = "".join(f" {t}_cursor CURSOR (a_k int) FOR SELECT v FROM {t} WHERE k = a_k;" for t in TABLES)
            sql += (f"CREATE FUNCTION f{i}(p int, q int) RETURNS int LANGUAGE plpgsql AS $$\n"
                    f"DECLARE x int := 0; y int := 1; z int; row record; c refcursor;{cursors if spelled else ''}\nBEGIN\n  "
                    + "\n  ".join(body) + f"\n  RETURN {self.results[i]};\nEND $$;\n")
        return sql

    def client(self, number):
        r = random.Random(f"{self.seed} {number}")
        rows = [f"INSERT INTO {t} VALUES ({k}, {r.randint(0, 1)});" for t in TABLES for k in (0, 1) if r.random() < 0.9]
        spec = "setup { " + " ".join(rows or ["INSERT INTO b VALUES (0, 0);"]) + " }\n"
        p = r.randint(0, 1)
        for i in range(2 + (r.random() < 0.3)):
            call = f"SELECT f{r.randrange(len(self.bodies))}({r.choice([p, p, p, 1 - p])}, {r.randint(0, 1)});"
            spec += f"session s{i}\nstep t{i} {{ {call} }}\n"
        return spec


def run(*command):
    """Report, and what was said beside it; no report: it took too long, or is not run."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, check=False)
    except subprocess.TimeoutExpired:
        return None, "took too long"
    if done.returncode == 2:
        return None, done.stderr.decode()
    return json.loads(done.stdout), ""


def save(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


COUNTED = ["histories", "histories_serializable", "end_states"]


class Comparison:
    def __init__(self, isoproof, folder):
        self.isoproof, self.folder = isoproof, folder
        self.counts = collections.Counter()
        self.not_run = collections.Counter()
        self.reasons = {}
        self.less = collections.Counter()

    def wrong(self, seed, what, *texts):
        self.counts["wrong"] += 1
        print(f"seed {seed}: {what}", *texts, sep="\n", flush=True)

    def try_set(self, seed, names):
        drawn = Set(seed, names)
        texts = {"plain": drawn.text(False)}
        texts["spelled"] = drawn.text(True)
        used = drawn.used or ["plain"]
        files = {n: save(f"{self.folder}/{n}.sql", text) for n, text in texts.items()}
        programs = ",".join(f"f{i}" for i in range(len(drawn.bodies)))
        verdicts = {}
        for n, file in files.items():
            report, why = run(self.isoproof, "analyze", "--quiet", "--no-replay", "--max-cycle", "2", "--timeout", "10",
                              "--transactions", programs, "--format", "json", "--level", ",".join(LEVELS), file)
            if not report:
                self.wrong(seed, f"the {n} text: {why}", texts[n])
                return
            verdicts[n] = {x["level"]: x["verdict"] for x in report["results"]}
        for level in LEVELS:
            safe = [n for n in files if verdicts[n].get(level) == "safe"]
            self.counts["safe" if "spelled" in safe else "not safe"] += 1
            if safe == ["plain"]:
                self.less.update(set(used))
                self.counts["safe only plainly"] += 1
            for number in range(CLIENTS):
                if not self.try_client(seed, drawn, level, files, texts, used, safe, number):
                    return

    def try_client(self, seed, drawn, level, files, texts, used, safe, number):
        spec = drawn.client(number)
        client = save(f"{self.folder}/client.spec", spec)
        explored = {}
        for n, file in files.items():
            explored[n], why = run(self.isoproof, "explore", "--format", "json", "--level", level, client, file)
            if not explored[n]:
                self.not_run.update(set(used))
                self.reasons[why.split("\n")[0].split(": ", 1)[-1]] = f"seed {seed}, {n}"
                return False
        self.counts["clients"] += 1
        plain = explored["plain"]
        if not WIDER & set(used) and any(explored["spelled"][c] != plain[c] for c in COUNTED):
            self.wrong(seed, f"at {level}: " + ", ".join(f"{c} {plain[c]} plainly, {explored['spelled'][c]} spelled"
                                                         for c in COUNTED), texts["plain"], texts["spelled"], spec)
            return False
        anomalous = plain["histories"] != plain["histories_serializable"]
        self.counts["anomalies"] += anomalous
        if anomalous and safe and is_anomaly(self.isoproof, self.folder, level, client, files["plain"], spec):
            self.wrong(seed, f"called safe at {level}: {', '.join(safe)}", *texts.values(), spec)
            return False
        return True


def main():
    isoproof, sets, seed, names = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), set(sys.argv[4:])
    with tempfile.TemporaryDirectory() as folder:
        comparison = Comparison(isoproof, folder)
        for s in range(seed, seed + sets):
            comparison.try_set(s, names)
    counts = comparison.counts
    print(", ".join(f"{n} {what}" for what, n in counts.items()), f"from seed {seed}")
    print("safe only plainly:", dict(comparison.less.most_common()))
    print("not run:", dict(comparison.not_run.most_common()))
    for why, where in comparison.reasons.items():
        print(f"  {where}: {why}")
    if sets >= 10 and not (counts["safe"] and counts["anomalies"]):
        sys.exit("nothing was compared")
    sys.exit(1 if counts["wrong"] else 0)


main()
