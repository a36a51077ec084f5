"""Each history that isoproof compare writes for a pair of levels is allowed by isoproof check at the one and forbidden
at the other; equivalent levels, and those where one implies the other as isoproof levels proves it, have none."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ISOPROOF = os.environ.get("ISOPROOF", "isoproof")
LEVELS = ["biswas-enea/read-committed", "biswas-enea/read-atomic", "biswas-enea/causal-consistency", "biswas-enea/snapshot-isolation",
          "biswas-enea/serializability", "update-atomic", "parallel-snapshot-isolation", "session/parallel-snapshot-isolation",
          "no-lost-update", "update-serializability", "postgresql/repeatable-read", "postgresql/serializable"]


def run(*arguments):
    return subprocess.run([ISOPROOF, *arguments], capture_output=True, text=True)


def consistent(level, path):
    return json.loads(run("check", "--level", level, "--format", "json", str(path)).stdout)["results"][0]["consistent"]


def main():
    implied = {(one["name"], other) for one in json.loads(run("levels", "--format", "json").stdout)["levels"] for other in one["implies"]}
    failures = found = 0
    with tempfile.TemporaryDirectory() as folder:
        for i, a in enumerate(LEVELS):
            for b in LEVELS[i + 1:]:
                target = pathlib.Path(folder) / f"{i}-{LEVELS.index(b)}"
                result = run("compare", a, b, "--scope", "4,2,4", "--blind-writes", "--export", str(target), "-q")
                if result.returncode not in (0, 1) or result.stderr:
                    failures += 1
                    print(a, b, result.returncode, result.stderr)
                for name, allowed, forbidden in (("a-not-b", a, b), ("b-not-a", b, a)):
                    path = target / f"{name}.json"
                    if not path.exists():
                        continue
                    found += 1
                    if not consistent(allowed, path) or consistent(forbidden, path):
                        failures += 1
                        print(f"{path.read_text()}\nis not allowed by {allowed} and forbidden by {forbidden}")
                    if (allowed, forbidden) in implied:
                        failures += 1
                        print(f"{allowed} implies {forbidden}, but this says otherwise:\n{path.read_text()}")
    print(f"{found} histories, {failures} failures")
    return 1 if failures or found < 20 else 0


sys.exit(main())
