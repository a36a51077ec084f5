"""Reports of shards: put together they are the report of a run without shards, but for the order of notes."""

import itertools
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ISOPROOF = os.environ["ISOPROOF"]
SOURCE = pathlib.Path(os.environ["ISOPROOF_SOURCE_DIR"])
BENCHMARKS = SOURCE / "benchmarks"
# Several components, at levels where some are safe, some are not, and some have several safe sets.
FILES = [str(BENCHMARKS / name) for name in (
    "courseware/courseware.sql", "auction/auction.sql", "bank/bank.sql", "tpcc/schema.sql", "tpcc/payment.sql",
    "tpcc/order_status.sql")]
failed = 0


def check(what, holds, seen=""):
    global failed
    if not holds:
        failed += 1
        print(f"FAILED: {what}\n{seen}")


def run(*arguments, **more):
    return subprocess.run([ISOPROOF, *arguments], capture_output=True, text=True, **more)


def analyze(out, *options):
    return run("analyze", "--quiet", "--format", "json", "--no-timings", "--output", str(out), *options, *FILES)


def without_order_of_notes(path):
    report = json.loads(path.read_text())
    report["notes"].sort(key=json.dumps)
    for result in report["results"]:
        if result["proof"]:  # of several components
            result["proof"]["detail"] = sorted(result["proof"]["detail"].split("; "))
    return json.dumps(report)


def put_together(folder):
    whole = folder / "whole.json"
    status = analyze(whole).returncode
    check("the benchmarks are unsafe somewhere", status == 1)
    for count in (1, 2, 5):
        parts = [folder / f"{i}-of-{count}.json" for i in range(1, count + 1)]
        for i, part in enumerate(parts, 1):
            analyze(part, "--shard", f"{i}/{count}")
        for order in itertools.islice(itertools.permutations(parts), 2):
            merged = folder / "merged.json"
            done = run("merge", "--no-timings", "--output", str(merged), *map(str, order))
            check(f"{count} shards end with the status of the whole", done.returncode == status, done.stderr)
            check(f"{count} shards give the report of the whole",
                  without_order_of_notes(merged) == without_order_of_notes(whole))
    shard = json.loads((folder / "1-of-5.json").read_text())
    verdicts = [result["verdict"] for result in shard["results"]]
    check("a shard calls no level safe", "safe" not in verdicts, verdicts)
    check("some shard proves all of its own programs safe at some level", any(
        result["shard"]["verdict"] == "safe" for i in range(1, 6)
        for result in json.loads((folder / f"{i}-of-5.json").read_text())["results"]))


def safe_whole(folder):
    parts = []
    for i in (1, 2):
        parts.append(str(folder / f"safe-{i}.json"))
        done = analyze(parts[-1], "--level", "serializable", "--shard", f"{i}/2")
        check("a shard that is safe leaves the level undecided", done.returncode == 3, done.stderr)
    merged = folder / "safe.json"
    done = run("merge", "--output", str(merged), *parts)
    result = json.loads(merged.read_text())["results"][0]
    check("shards that are all safe make a safe level", done.returncode == 0 and result["verdict"] == "safe" and
          result["proof"]["method"], done.stderr)


def levels_apart(folder):
    parts = []
    for level in "read-committed", "serializable":
        parts.append(str(folder / f"{level}.json"))
        analyze(parts[-1], "--level", level)
    done = run("merge", *parts)
    check("reports of two levels", [r["level"] for r in json.loads(done.stdout)["results"]] ==
          ["postgresql/read-committed", "postgresql/serializable"], done.stderr)
    check("one level twice is refused", run("merge", parts[0], parts[0]).returncode == 2)


def refused(folder):
    one, two = str(folder / "1-of-2.json"), str(folder / "2-of-2.json")
    other = str(folder / "other.json")
    run("analyze", "--format", "json", "--output", other, "--shard", "2/2", FILES[0])
    broken = folder / "broken.json"
    broken.write_text('{"format": ')
    (folder / "list.json").write_text("[]")
    for name, components in (("unnamed", lambda c: c[:-1]), ("twice", lambda c: c + c[-1:])):
        report = json.loads(pathlib.Path(two).read_text())
        for result in report["results"]:
            result["shard"]["components"] = components(result["shard"]["components"])
        (folder / f"{name}.json").write_text(json.dumps(report))
    for what, message, reports in (
            ("a shard that is missing", "shard 2 of 2 is missing", [one]),
            ("a shard twice", "are of the same shard, 1 of 2", [one, one]),
            ("shards of two numbers", "is one of 2 shards, and", [one, str(folder / "1-of-5.json")]),
            ("a whole run beside a shard", "is a whole run, and", [str(folder / "whole.json"), two]),
            ("other files", "expected reports of the same files", [one, other]),
            ("a program that no shard names", "no shard has decided ", [one, str(folder / "unnamed.json")]),
            ("a program that two shards name", "two shards have decided ", [one, str(folder / "twice.json")]),
            ("a report that ends early", "broken.json:1:", [one, str(broken)]),
            ("something else", "is no report of isoproof analyze", [str(folder / "list.json")]),
            ("no file", "No such file", [str(folder / "none.json")])):
        done = run("merge", *reports)
        check(what, done.returncode == 2 and message in done.stderr and not done.stdout, done.stderr)
    for text in "0/2", "3/2", "1", "1/0", "a/b", "1/2/3", "-1/2":
        done = run("analyze", "--shard", text, FILES[0])
        check(f"--shard {text}", done.returncode == 2 and "expected i/n" in done.stderr, done.stderr)


def scripts(folder):
    environment = dict(os.environ, ISOPROOF=ISOPROOF)
    whole, report = folder / "script-whole.json", folder / "parallel.json"
    analyze(whole, "--level", "read-committed")
    check("parallel is installed", shutil.which("parallel"))
    done = subprocess.run(["sh", str(SOURCE / "scripts/shards-parallel.sh"), "3", str(report), "--level",
                           "read-committed", "--no-timings", *FILES], env=environment, capture_output=True, text=True)
    check("GNU parallel", done.returncode == 1 and report.exists() and
          without_order_of_notes(report) == without_order_of_notes(whole), done.stderr)
    shared = folder / "slurm files"
    for task in "1", "2":
        done = subprocess.run(["sh", str(SOURCE / "scripts/shards-slurm.sh"), str(shared), "--level", "read-committed",
                               "--no-timings", *FILES], capture_output=True, text=True,
                              env=dict(environment, SLURM_ARRAY_TASK_ID=task, SLURM_ARRAY_TASK_COUNT="2"))
        check(f"task {task} of the array job", done.returncode == 0, done.stderr)
    merged = folder / "slurm.json"
    run("merge", "--output", str(merged), *map(str, shared.glob("*.json")))
    check("an array job's tasks", without_order_of_notes(merged) == without_order_of_notes(whole))
    done = subprocess.run(["sh", str(SOURCE / "scripts/shards-slurm.sh"), str(shared), "missing.sql"],
                          capture_output=True, text=True,
                          env=dict(environment, SLURM_ARRAY_TASK_ID="1", SLURM_ARRAY_TASK_COUNT="2"))
    check("a task without a report fails", done.returncode == 2, done.stderr)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        put_together(folder)
        safe_whole(folder)
        levels_apart(folder)
        refused(folder)
        scripts(folder)
    return failed > 0


sys.exit(main())
