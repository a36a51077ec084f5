"""Does PostgreSQL do what the levels here forbid? Runs random clients under its own isolation tester.

on_server.py ORACLE SETS SEED; exits with 77 (skipped) where no server with its tester is installed."""
import os
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import postgresql  # noqa: E402

FACT = re.compile(r"=([DTR][^=]*)=")


def tester():
    """PostgreSQL's isolation tester; None: it is not there."""
    bin_folder = postgresql.folder()
    path = bin_folder and pathlib.Path(bin_folder).parent / "lib/pgxs/src/test/isolation/isolationtester"
    return path if path and os.access(path, os.X_OK) else None


def outcomes(output):
    """For each permutation: what is marked in its output, "D0;T0 5;R0 1 2"."""
    for permutation in output.split("starting permutation:")[1:]:
        facts, step = [], ""
        for line in permutation.splitlines():
            if match := re.match(r"step (\w+):", line):
                step = match[1]
            for fact in FACT.findall(line) if "format(" not in line else []:
                facts.append(f"T{step[1:]} {fact[1:]}" if fact.startswith("T") else fact)
        yield ";".join(facts)


def run(server, spec):
    environment = dict(os.environ, PGOPTIONS="-c search_path=oracle -c client_min_messages=error -c deadlock_timeout=10ms "
                       "-c lock_timeout=30ms")
    done = subprocess.run([tester(), f"host={server.work} user={server.USER} dbname=postgres"], input=spec.encode(),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, timeout=100, check=False)
    if done.returncode:
        raise RuntimeError(f"the isolation tester failed: {done.stderr.decode()}\n{spec}")
    return done.stdout.decode()


def main():
    oracle, sets, seed = sys.argv[1:]
    if not tester():
        print("no PostgreSQL server with its isolation tester found below /usr/lib/postgresql")
        return postgresql.SKIPPED
    specs = subprocess.run([oracle, "--live", "--sets", sets, "--seed", seed], stdout=subprocess.PIPE, check=True)
    lines = []
    with postgresql.Server() as server:
        for part in specs.stdout.decode().split("@set\n")[1:]:
            schema, *clients = part.split("@end\n")[0].split("@client ")
            _, errors, _ = server.psql("SET client_min_messages = error;\nDROP SCHEMA IF EXISTS oracle CASCADE;\n"
                                       "CREATE SCHEMA oracle;\nSET search_path = oracle;\n" + schema)
            if errors:
                raise RuntimeError(errors)
            for client in clients:
                head, spec = client.split("\n", 1)
                lines += [f"{head} {facts or '-'}" for facts in outcomes(run(server, spec))]
    judged = subprocess.run([oracle, "--judge"], input="\n".join(lines).encode() + b"\n", check=False)
    return judged.returncode


sys.exit(main())
