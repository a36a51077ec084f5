"""What is found in memory at an engine's levels happens on a server, statement by statement: random clients, random
snapshots and orders of commits (executions.c), each put in time and run there as a schedule. Protects how statements'
snapshots, locks, rows that are re-read and the order in time are worked out, for anomalies and for what is none.

usage: executions.py EXECUTIONS [FIRST_SEED [CLIENTS]]
"""
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from postgresql import Server, SKIPPED, folder  # noqa: E402

ISOPROOF = os.environ.get("ISOPROOF", "isoproof")
SERIALIZABLE = "postgresql/serializable"
LEVELS = ["postgresql/read-committed", "postgresql/read-committed", "postgresql/repeatable-read", SERIALIZABLE]
EACH = 3
SCHEMA = """CREATE TABLE kv (k integer PRIMARY KEY, v integer NOT NULL, w integer NOT NULL);
CREATE TABLE child (id integer PRIMARY KEY, k integer NOT NULL REFERENCES kv (k), n integer NOT NULL);
CREATE TABLE mail (id integer PRIMARY KEY, address integer NOT NULL UNIQUE);
"""
PROGRAM = "CREATE PROCEDURE p() LANGUAGE plpgsql AS $$ BEGIN UPDATE kv SET v = v + 1; END $$;\n"
ROWS = ("INSERT INTO kv VALUES (1, 1, 1), (2, 2, 1), (3, 1, 2); INSERT INTO child VALUES (1, 1, 1), (2, 2, 1); "
        "INSERT INTO mail VALUES (1, 1);")
STATEMENTS = [
    (6, "SELECT v, w FROM kv WHERE k = {k}"),
    (3, "SELECT sum(v), count(*) FROM kv"),
    (2, "SELECT k FROM kv WHERE v >= {n}"),
    (2, "SELECT v FROM kv WHERE k = {k} FOR UPDATE"),
    (1, "SELECT v FROM kv WHERE k = {k} FOR NO KEY UPDATE"),
    (1, "SELECT v FROM kv WHERE k = {k} FOR SHARE"),
    (1, "SELECT v FROM kv WHERE k = {k} FOR KEY SHARE"),
    (1, "SELECT k, v FROM kv WHERE v = {n} FOR UPDATE"),
    (4, "UPDATE kv SET v = v + {n} WHERE k = {k}"),
    (3, "UPDATE kv SET v = {n} WHERE k = {k}"),
    (2, "UPDATE kv SET w = w + 1 WHERE k = {k} AND v <= {n}"),
    (3, "UPDATE kv SET v = v + 1 WHERE v = {n}"),
    (4, "UPDATE kv SET w = (SELECT max(v) FROM kv) WHERE k = {k}"),
    (1, "UPDATE kv SET v = v * 2 RETURNING k, v"),
    (1, "DELETE FROM kv WHERE k = {k} AND v = {n}"),
    (1, "DELETE FROM kv WHERE k = 3"),
    (1, "INSERT INTO kv VALUES ({new}, {n}, 1)"),
    (1, "INSERT INTO kv VALUES ({k}, {n}, 1) ON CONFLICT (k) DO UPDATE SET v = kv.v + {n}"),
    (1, "INSERT INTO kv VALUES ({k}, {n}, 1) ON CONFLICT DO NOTHING"),
    (1, "INSERT INTO child VALUES ({new}, {k}, {n})"),
    (1, "SELECT count(*) FROM child WHERE k = {k}"),
    (1, "DELETE FROM child WHERE k = {k}"),
    (1, "UPDATE child SET n = n + (SELECT v FROM kv WHERE kv.k = child.k) WHERE id = {n}"),
    (1, "SELECT kv.v, child.n FROM kv JOIN child ON child.k = kv.k WHERE child.id = {n}"),
    (1, "SELECT kv.v, child.n FROM kv JOIN child ON child.k = kv.k WHERE kv.v >= {n} FOR UPDATE OF kv"),
    (1, "UPDATE kv SET v = kv.v + child.n FROM child WHERE child.k = kv.k AND kv.w = {n}"),
    (1, "INSERT INTO child SELECT {new}, k, v FROM kv WHERE v > {n} ORDER BY k LIMIT 1"),
    (1, "UPDATE kv SET k = {new} WHERE k = {k} AND v = {n}"),
    (1, "SELECT id FROM mail WHERE address = {n}"),
    (1, "INSERT INTO mail VALUES ({new}, {n})"),
    (1, "INSERT INTO mail VALUES ({new}, {n}) ON CONFLICT (address) DO UPDATE SET address = mail.address + 10"),
    (1, "UPDATE mail SET address = {n} WHERE id = 1"),
    (1, "DELETE FROM mail WHERE address = {n}"),
    (1, "SELECT pg_advisory_xact_lock({n})"),
    (1, "SELECT pg_advisory_xact_lock_shared({n})"),
    (2, "LOCK TABLE kv IN SHARE MODE"),
    (1, "LOCK TABLE child IN EXCLUSIVE MODE"),
]


def client(rng):
    text = "setup\n{\n" + SCHEMA + "}\nsetup { " + ROWS + " }\n"
    for session in range(rng.choice([2, 2, 3])):
        lines = []
        for _ in range(rng.randrange(1, 5)):
            sql = rng.choices([s for _, s in STATEMENTS], [w for w, _ in STATEMENTS])[0]
            lines.append(sql.format(k=rng.choice([1, 1, 2, 3]), n=rng.randrange(1, 4), new=10 + session))
        if rng.random() < 0.3:
            begin = rng.randrange(len(lines))
            end = rng.randrange(begin, len(lines)) + 1
            lines[begin:end] = ["SAVEPOINT a", *lines[begin:end], "ROLLBACK TO a"]
        text += f"session s{session}\nstep a{session} {{ BEGIN; {'; '.join(lines)}; COMMIT; }}\n"
    return text


def reported(top, executions):
    """A report that has the executions for anomalies."""
    anomalies = []
    for number, replay in enumerate(executions):
        levels = replay.pop("levels")
        names = [f"T{i + 1}" for i in range(len(levels))]
        replay |= {"status": "confirmed", "observable": None, "equal_serial_order": None, "reason": None}
        anomalies.append({"id": f"{number:016x}", "kind": "other", "replay": replay, "commit_order": names,
                          "visible": [], "snapshots": None,
                          "instances": [{"id": name, "transaction": "p", "level": level, "arguments": {}}
                                        for name, level in zip(names, levels)]})
    return top | {"results": [{"level": LEVELS[0], "anomalies": anomalies}]}


def main():
    tool, first, clients = sys.argv[1], int((sys.argv[2:] or ["1"])[0]), int((sys.argv[3:] or ["12"])[0])
    if not folder():
        return SKIPPED
    wrong = replays = waits = 0
    with tempfile.TemporaryDirectory() as work, Server() as server:
        work = pathlib.Path(work)
        (work / "schema.sql").write_text(SCHEMA + PROGRAM)
        done = subprocess.run([ISOPROOF, "analyze", "--level", "serializability", "--format", "json", "schema.sql"],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, cwd=work)
        top = json.loads(done.stdout)
        executions, specs = [], []
        for seed in range(first, first + clients):
            spec = work / f"{seed}.spec"
            spec.write_text(client(random.Random(seed)))
            done = subprocess.run([tool, str(seed), str(EACH), str(spec), *LEVELS], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True, check=False)
            if done.returncode != 0:
                wrong += 1
                print(f"{seed}: {done.returncode} {done.stderr}")
            for line in done.stdout.splitlines():
                executions.append(json.loads(line))
                specs.append(seed)
        waits = sum(step["waits"] for one in executions for step in one["schedule"])
        (work / "report.json").write_text(json.dumps(reported(top, executions)))
        done = subprocess.run([ISOPROOF, "replay", "--dsn", f"host={server.work} user=isoproof dbname=postgres",
                               "--format", "json", "report.json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, check=False, cwd=work)
        if not done.stdout:
            print(done.stderr)
            return 1
        for one in json.loads(done.stdout)["replays"]:
            replays += 1
            # A serializable transaction may also be refused for nothing: the server looks at pages and whole tables.
            refused = one["outcome"] == "refused" and "serializable" in one["isolation"]
            if one["outcome"] != "agrees" and not refused:
                wrong += 1
                print(f"{specs[int(one['anomaly'], 16)]}: {one['outcome']} {one['reason']} {one['isolation']}")
                for step in one["steps"]:
                    print(f"    {step['instance']} {step['step']} | {step['predicted']} | {step['server']}"
                          f"{'' if step['agrees'] else '   <<<'}")
                print("\n".join("    " + line for line in one["final_differences"]))
    print(f"{replays} executions, {waits} steps that wait, {wrong} wrong")
    # Hardly any of them means that nothing was tested.
    return 1 if wrong or replays < clients or not waits else 0


sys.exit(main())
