"""Each set that is called safe beside others is safe by itself: the same programs, asked about alone, are proved safe.

    alone.py        the sets of this folder, and of every fifth pattern
    alone.py all    those of all patterns"""

import json
import os
import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
# Files in which not all programs go together, with conditions, locks, triggers and keys.
STEP = 1 if "all" in sys.argv[1:] else 5
FILES = sorted(FOLDER.glob("*.sql")) + sorted((FOLDER.parent / "patterns").glob("*.sql"))[::STEP]
failures = 0


def analyze(path, *options):
    done = subprocess.run([os.environ["ISOPROOF"], "analyze", "--format", "json", "--timeout", "100", *options, str(path)],
                          capture_output=True, text=True, check=False)
    return json.loads(done.stdout)


asked = 0
for file in FILES:
    for result in analyze(file)["results"]:
        names = [p["transaction"] for p in result["programs"]]
        if not all(set(s) <= set(names) and len(set(s)) == len(s) for s in result["safe_sets"]):
            failures += 1
            print(f"{file.name}: a set at {result['level']} names what is no program: {result['safe_sets']}")
        for safe in result["safe_sets"] if result["verdict"] != "safe" else []:
            alone = analyze(file, "--level", result["level"], "--no-replay", "--transactions", ",".join(safe))
            asked += 1
            if alone["results"][0]["verdict"] != "safe":
                failures += 1
                print(f"{file.name}: {safe} at {result['level']}: {alone['results'][0]['reason']}")
print(f"{asked} sets asked about")
sys.exit(1 if failures or asked < 20 else 0)
