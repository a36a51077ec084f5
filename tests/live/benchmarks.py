"""Every anomaly that isoproof confirms in the benchmarks at PostgreSQL's levels happens on a server there, step by step as
predicted, and not at serializable. Also as exported: PostgreSQL's isolation tester accepts the files, and isoproof
explore reads them.

usage: benchmarks.py LEVEL [SET…]
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import tomllib

from server import Server

ISOPROOF = os.environ.get("ISOPROOF", "isoproof")
FOLDER = pathlib.Path(__file__).resolve().parents[2] / "benchmarks"
RC, RR = "postgresql/read-committed", "postgresql/repeatable-read"
# Without an anomaly at the level nothing would be tested: these sets have a confirmed anomaly, all others are safe.
UNSAFE = {RC: ["withdraw", "bank", "courseware", "courseware-delete", "smallbank", "smallbank-updates", "smallbank-joined",
               "smallbank-check-locked", "tpcc", "tpcc-checked", "tpcc-ten", "tpcc-balance", "tpcc-updates",
               "tpcc-absolute"],
          RR: ["bank", "courseware", "courseware-delete", "smallbank", "smallbank-updates", "smallbank-joined", "tpcc-ten",
               "tpcc-balance"],
          "mixed": ["smallbank", "courseware", "courseware-delete", "bank"]}
# Programs at repeatable read, the others of their set at read committed.
MIXED = {"smallbank": ["write_check", "balance"], "courseware": ["enroll"], "courseware-delete": ["enroll"],
         "bank": ["withdraw"]}
EXPORTED = ["bank", "courseware", "smallbank"]

failures = 0


def wrong(name, message):
    global failures
    failures += 1
    print(f"{name}: {message}")


def replay(path, *arguments):
    done = subprocess.run([ISOPROOF, "replay", *arguments, "--format", "json", str(path)], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False)
    return done.returncode, json.loads(done.stdout)["replays"] if done.stdout else [], done.stderr


def on_server(name, level, path, dsn):
    confirmed = {a["id"] for a in json.loads(path.read_text())["results"][0]["anomalies"]
                 if a["replay"]["status"] == "confirmed"}
    chosen = ["--anomaly", ",".join(sorted(confirmed))]
    status, replays, err = replay(path, "--dsn", dsn, *chosen)
    for one in replays:
        if one["outcome"] != "agrees":
            wrong(name, f"{one['anomaly']}: {one['outcome']} {one['reason']}")
            for step in one["steps"]:
                if not step["agrees"]:
                    print(f"    {step['instance']} {step['step']}\n        predicted {step['predicted']}\n"
                          f"        server    {step['server']}")
            print("\n".join("    " + line for line in one["final_differences"]))
    if status != 0 or not confirmed:
        wrong(name, f"status {status}: {err}")
    # Where statements have snapshots of their own no more, a transaction may also read something else, and commit; if
    # no client can tell the difference, it gives the same.
    benign = {a["id"] for a in json.loads(path.read_text())["results"][0]["anomalies"] if not a["replay"]["observable"]}
    _, refused, err = replay(path, "--dsn", dsn, "--isolation", "serializable", *chosen)
    for one in refused:
        harmless = ["agrees"] if one["anomaly"] in benign else []
        if one["outcome"] not in (["refused"] if level == RR else ["refused", "differs", *harmless]):
            wrong(name, f"{one['anomaly']} at serializable: {one['outcome']} {one['reason']} {err}")
    status, again, err = replay(path, *chosen)
    if status != 0 or any(one["outcome"] != "confirmed" for one in again):
        wrong(name, f"in memory: {status} {again} {err}")
    return chosen, len(replays)


def exported(name, level, path, chosen, folder, server):
    done = subprocess.run([ISOPROOF, "replay", "--export", str(folder), *chosen, str(path)], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        wrong(name, f"--export: {done.returncode} {done.stderr}")
    for spec in sorted(folder.glob("*.spec")):
        with spec.open(encoding="utf-8") as text:
            done = subprocess.run([str(server.library / "pgxs/src/test/isolation/isolationtester"), server.dsn()],
                                  stdin=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode != 0 or "ERROR" in done.stdout:
            wrong(name, f"{spec.name}: isolationtester: {done.stdout}")
        explore = subprocess.run([ISOPROOF, "explore", "--level", level, str(spec)], stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True, check=False)
        if explore.returncode != 0:
            wrong(name, f"{spec.name}: explore: {explore.stdout} {explore.stderr}")


def options(level, name):
    if level != "mixed":
        return ["--level", level]
    return ["--level", RC] + [word for program in MIXED[name] for word in ("--assign", f"{program}={RR}")]


def analyze(level, name, files):
    done = subprocess.run([ISOPROOF, "analyze", *options(level, name), "--format", "json"] +
                          [str(FOLDER / file) for file in files], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          check=False)
    return done.stdout, json.loads(done.stdout)["results"][0]


def main():
    level, names = sys.argv[1], sys.argv[2:] or UNSAFE[sys.argv[1]]
    sets = tomllib.loads((FOLDER / "expected.toml").read_text())["sets"]
    for name in sets.keys() - set(UNSAFE[level]) if level != "mixed" and not sys.argv[2:] else []:
        _, result = analyze(level, name, sets[name]["files"])
        if result["verdict"] != "safe":
            wrong(name, f"is {result['verdict']}, and not on the list")
    with Server() as server, tempfile.TemporaryDirectory() as work:
        for name in names:
            path = pathlib.Path(work) / f"{name}.json"
            report, result = analyze(level, name, sets[name]["files"])
            path.write_bytes(report)
            if result["verdict"] not in ("unsafe", "benign"):
                wrong(name, f"is {result['verdict']}: {result['reason']} {[a['replay'] for a in result['anomalies']]}")
                continue
            chosen, count = on_server(name, level, path, server.dsn())
            if name in EXPORTED and level != "mixed":
                exported(name, level, path, chosen, pathlib.Path(work) / name, server)
            print(f"{name}: {count} anomalies on the server")
    return 1 if failures else 0


sys.exit(main())
