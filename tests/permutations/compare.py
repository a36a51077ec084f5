#!/usr/bin/env python3
"""Transcripts of `isoproof explore --permutations` beside those of PostgreSQL's isolation tester.

usage: compare.py specs                    each specs/NAME.spec gives NAME.out, here and (if there is a server with the
                                           isolation tester) there
       compare.py record                   writes NAME.out again, from the server
       compare.py random SEED COUNT        random clients, on both"""
import difflib
import os
import pathlib
import random
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import postgresql  # noqa: E402 pylint: disable=wrong-import-position

ISOPROOF = os.environ.get("ISOPROOF", str(HERE.parent.parent / "build" / "isoproof"))


def tester():
    if not postgresql.folder():
        return None
    path = pathlib.Path(postgresql.folder()).parent / "lib/pgxs/src/test/isolation/isolationtester"
    return path if path.is_file() else None


def here(text):
    done = subprocess.run([ISOPROOF, "explore", "--permutations", "-"], input=text, capture_output=True, text=True,
                          timeout=120, check=False)
    return done.stdout, done.stderr, done.returncode


def there(server, text):
    environment = dict(os.environ, PGDATESTYLE="Postgres, MDY", PGISOLATIONTIMEOUT="10")
    done = subprocess.run([str(tester()), f"host={server.work} user={server.USER} dbname=postgres"], input=text,
                          capture_output=True, text=True, timeout=300, env=environment, check=False)
    return done.stdout if done.returncode == 0 else done.stdout + done.stderr


def there_again(server, text, hoped):
    """A busy machine may let the tester see a wait late: it is asked again before that counts."""
    for _ in range(3):
        out = there(server, text)
        if out == hoped:
            break
    return out


def differ(name, left, right, titles):
    if left == right:
        return False
    print(f"{name}: the transcripts differ")
    print("\n".join(difflib.unified_diff(left.splitlines(), right.splitlines(), *titles, lineterm="")))
    return True


def specs(record):
    bad = 0
    files = sorted((HERE / "specs").glob("*.spec"))
    for file in files:
        out, err, status = here(file.read_text())
        expected = file.with_suffix(".out")
        if status != 0:
            print(f"{file.name}: {err}")
            bad += 1
        elif not record:
            bad += differ(file.name, expected.read_text(), out, ("expected", "isoproof"))
    if tester():
        with postgresql.Server() as server:
            for file in files:
                if record:
                    out = there(server, file.read_text())
                    file.with_suffix(".out").write_text(out)
                else:
                    expected = file.with_suffix(".out").read_text()
                    out = there_again(server, file.read_text(), expected)
                    bad += differ(file.name, expected, out, ("expected", "server"))
    print(f"{len(files)} specs, {bad} differ")
    return 1 if bad else 0


# ---- random clients ----
LEVELS = ["READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE"]
SCHEMAS = [
    "CREATE TABLE t (k int PRIMARY KEY, v int, w int);",
    "CREATE TABLE t (k int PRIMARY KEY, v int UNIQUE, w int);",
    "CREATE TABLE t (k int, v int, w int);",
    "CREATE TABLE t (k int PRIMARY KEY, v int, w int); CREATE INDEX t_v ON t (v);",
    "CREATE TABLE t (k int, v int, w int, PRIMARY KEY (k, v));",
    "CREATE TABLE t (k int PRIMARY KEY, v int CHECK (v < 400), w int NOT NULL);",
    "CREATE TABLE t (k int, v int, w int) PARTITION BY RANGE (k);\n"
    "CREATE TABLE t_low PARTITION OF t FOR VALUES FROM (0) TO (3);\n"
    "CREATE TABLE t_high PARTITION OF t FOR VALUES FROM (3) TO (9);",
    "CREATE TABLE t (k int PRIMARY KEY, v int, w int);\n"
    "CREATE FUNCTION noted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE NOTICE '% %', TG_OP, COALESCE(NEW.k, OLD.k);"
    " IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; NEW.w := COALESCE(NEW.w, 0) + 1; RETURN NEW; END $$;\n"
    "CREATE TRIGGER noted BEFORE INSERT OR UPDATE OR DELETE ON t FOR EACH ROW EXECUTE FUNCTION noted();",
]
LOCKS = ["FOR UPDATE", "FOR NO KEY UPDATE", "FOR SHARE", "FOR KEY SHARE"]


def condition(r):
    return r.choice([f"k = {r.randint(1, 4)}", f"v = {r.randint(1, 5) * 10}", f"v >= {r.randint(1, 5) * 10}",
                     f"k = {r.randint(1, 3)} AND v < 30", f"w = {r.randint(0, 2)}", "true",
                     f"k IN ({r.randint(1, 2)}, {r.randint(3, 4)})"])


def statement(r, schema, child):
    where = condition(r)
    kinds = ["select", "select", "lock", "update", "update", "insert", "delete", "key"]
    kinds += ["merge", "group", "join"] if r.random() < 0.5 else []
    kinds += ["conflict"] if "PRIMARY" in schema and "(k, v)" not in schema else []
    kinds += ["child", "child", "children", "unchild"] if child else []
    kind = r.choice(kinds)
    if kind == "select":
        return f"SELECT * FROM t WHERE {where} ORDER BY k, v, w;" if r.random() < 0.6 else \
            r.choice(["SELECT sum(v) FROM t;", f"SELECT count(*) FROM t WHERE {where};"])
    if kind == "lock":
        return f"SELECT * FROM t WHERE {where} ORDER BY k, v {r.choice(LOCKS)}{r.choice(['', '', ' NOWAIT', ' SKIP LOCKED'])};"
    if kind == "update":
        change = r.choice(["v = v + 1", "w = w + 1", "w = 2", "v = v * 10", "w = (SELECT max(v) FROM t)"])
        return f"UPDATE t SET {change} WHERE {where}{r.choice(['', ' RETURNING k, v, w'])};"
    if kind == "key":
        return f"UPDATE t SET k = {r.randint(1, 6)} WHERE k = {r.randint(1, 4)};"
    if kind == "insert":
        return f"INSERT INTO t VALUES ({r.randint(1, 6)}, {r.randint(1, 6) * 10}, 0);"
    if kind == "conflict":
        action = r.choice(["DO NOTHING", "(k) DO UPDATE SET w = t.w + 1", "(k) DO UPDATE SET v = EXCLUDED.v + t.v"])
        return f"INSERT INTO t VALUES ({r.randint(1, 5)}, {r.randint(1, 6) * 10}, 0) ON CONFLICT {action};"
    if kind == "delete":
        return f"DELETE FROM t WHERE {where};"
    if kind == "merge":
        key = r.randint(1, 5)
        return (f"MERGE INTO t USING (SELECT {key} AS k, {r.randint(1, 5)} AS w) s ON t.k = s.k "
                f"WHEN MATCHED {r.choice(['', 'AND t.v < 30 '])}THEN {r.choice(['UPDATE SET w = t.w + s.w', 'DELETE'])} "
                f"WHEN NOT MATCHED THEN INSERT VALUES (s.k, 70, s.w);")
    if kind == "group":
        return r.choice(["SELECT w, count(*) FROM t GROUP BY w;", "SELECT DISTINCT w FROM t ORDER BY w;",
                         "SELECT w, sum(v) FROM t GROUP BY w ORDER BY 1;", "SELECT * FROM t;",
                         "SELECT k FROM t ORDER BY w DESC LIMIT 2;"])
    if kind == "join":
        return r.choice(["SELECT a.k, b.k FROM t a JOIN t b ON a.v < b.v ORDER BY 1, 2;",
                         f"UPDATE t SET w = s.v FROM t s WHERE s.k = t.k AND t.k = {r.randint(1, 4)};",
                         f"DELETE FROM t WHERE v < (SELECT avg(v) FROM t WHERE {where});"])
    if kind == "child":
        return f"INSERT INTO c VALUES ({r.randint(1, 9)}, {r.randint(1, 5)});"
    if kind == "unchild":
        return r.choice([f"DELETE FROM c WHERE t_k = {r.randint(1, 3)};",
                         f"UPDATE c SET t_k = {r.randint(1, 4)} WHERE id = {r.randint(1, 3)};"])
    return "SELECT * FROM c ORDER BY id;"


def client(seed):
    r = random.Random(seed)
    schema = r.choice(SCHEMAS)
    child = "k int PRIMARY KEY" in schema and r.random() < 0.4
    text = [f"# seed {seed}", "setup {", schema, "INSERT INTO t VALUES (1, 10, 0), (2, 20, 0), (3, 30, 0);"]
    if child:
        action = r.choice(["", " ON DELETE CASCADE", " ON DELETE SET NULL", " ON UPDATE CASCADE"])
        text += [f"CREATE TABLE c (id int PRIMARY KEY, t_k int REFERENCES t{action});",
                 "INSERT INTO c VALUES (1, 1), (2, 1);"]
    text += ["}", "teardown { DROP TABLE t" + (", c" if child else "") + ";" + (" DROP FUNCTION noted;" if "noted" in schema else "") + " }"]
    counts = []
    alike = r.choice(LEVELS + [None])
    for s in range(1, r.choice([2, 2, 3]) + 1):
        level = alike or r.choice(LEVELS)
        wait = "1s" if s == 1 else "100s"
        text += [f"session s{s}", f"setup {{ SET deadlock_timeout = '{wait}'; BEGIN ISOLATION LEVEL {level}; }}"]
        steps, saved = [], False
        for _ in range(r.randint(1, 4)):
            if r.random() < 0.1:
                steps.append("ROLLBACK TO p;" if saved else "SAVEPOINT p;")
                saved = True
            else:
                steps.append(statement(r, schema, child))
        steps.append(r.choice(["COMMIT;"] * 5 + ["ROLLBACK;"]))
        text += [f"step s{s}_{i} {{ {step} }}" for i, step in enumerate(steps)]
        counts.append(len(steps))
    for _ in range(4):
        turns = [f"s{s}" for s, count in enumerate(counts, 1) for _ in range(count)]
        r.shuffle(turns)
        done, order = {}, []
        for turn in turns:
            order.append(f"{turn}_{done.get(turn, 0)}")
            done[turn] = done.get(turn, 0) + 1
        text.append("permutation " + " ".join(order))
    return "\n".join(text) + "\n"


def compare_random(seed, count):
    if not tester():
        return postgresql.SKIPPED
    bad = refused = agreed = skipped = 0
    with postgresql.Server() as server:
        for number in range(seed, seed + count):
            text = client(number)
            out, err, status = here(text)
            if status != 0:
                refused += 1
                print(f"seed {number}: refused: {err.strip().splitlines()[0] if err.strip() else status}")
                continue
            expected = there_again(server, text, out)
            if "canceling step" in expected or "timed out" in expected:
                skipped += 1
                server.psql("DROP TABLE IF EXISTS t, c; DROP FUNCTION IF EXISTS noted;")
                continue
            if differ(f"seed {number}", expected, out, ("server", "isoproof")):
                bad += 1
            else:
                agreed += 1
    print(f"{count} clients: {agreed} agree, {bad} differ, {refused} refused, {skipped} that block themselves")
    return 1 if bad else 0


def main():
    arguments = sys.argv[1:]
    if arguments in (["specs"], ["record"]):
        return specs(arguments == ["record"])
    if len(arguments) == 3 and arguments[0] == "random":
        return compare_random(int(arguments[1]), int(arguments[2]))
    if len(arguments) == 2 and arguments[0] == "client":
        print(client(int(arguments[1])), end="")
        return 0
    sys.exit(__doc__)


if __name__ == "__main__":
    sys.exit(main())
