"""Reports of shards: put together they are the report of a run without shards, but for the order of notes.

    merge.py            everything
    merge.py reports    reports of analyze, and none of advise"""

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
FEW = FILES[1:3]  # one component needs changes at READ COMMITTED, the other none
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


def advise(out, *options):
    return run("advise", "--quiet", "--format", "json", "--no-timings", "--output", str(out), *options, *FILES)


def advice_put_together(folder):
    """Levels and mixtures are those of one run. Changes are searched in each shard, for its own programs."""
    whole = folder / "advice-whole.json"
    status = advise(whole).returncode
    expected = json.loads(whole.read_text())["advice"]
    for count in (3,):
        parts = [folder / f"advice-{i}-of-{count}.json" for i in range(1, count + 1)]
        for i, part in enumerate(parts, 1):
            advise(part, "--shard", f"{i}/{count}")
            own = json.loads(part.read_text())["advice"]
            check("a shard of advise calls no level safe",
                  own["uniform"] is None and "safe" not in [level["verdict"] for level in own["levels"]], own["levels"])
        merged = folder / "advice-merged.json"
        done = run("merge", "--no-timings", "--output", str(merged), *map(str, parts))
        check(f"{count} shards of advise end with the status of the whole", done.returncode == status, done.stderr)
        advice = json.loads(merged.read_text())["advice"]
        for key in ("engine", "uniform", "levels", "not_a_chain", "per_transaction", "other_allocations",
                    "allocations_complete", "hindrances", "fixes_complete"):
            check(f"{count} shards of advise give the {key} of the whole", advice[key] == expected[key],
                  json.dumps(advice[key]))
        check("something keeps a program from a weaker level", expected["hindrances"])
        check(f"{count} shards of advise find the changes of the whole, in other order",
              sorted(fix["change"] for fix in advice["fixes"] if fix["level"].endswith("read-committed")) ==
              sorted(fix["change"] for fix in expected["fixes"] if fix["level"].endswith("read-committed")))
        for fix_set in advice["fix_sets"]:
            check("changes of several shards are for the programs of each",
                  0 < len(fix_set["transactions"]) < len(advice["per_transaction"]), fix_set)
            named = {advice["fixes"][i]["transaction"] for i in fix_set["fixes"]} - {None}
            check("a list of changes keeps its own", named <= set(fix_set["transactions"]), fix_set)


def one_shard_advises(folder):
    """Where the programs of the other shards need no changes, the changes of one are for all programs."""
    parts = []
    for i in (1, 2):
        parts.append(str(folder / f"one-{i}.json"))
        run("advise", "--quiet", "--format", "json", "--output", parts[-1], "--shard", f"{i}/2", *FEW)
    done = run("merge", *parts)
    fix_sets = json.loads(done.stdout)["advice"]["fix_sets"]
    check("there are changes", done.returncode == 1 and fix_sets, done.stderr)
    everything = {t["name"] for t in json.loads(done.stdout)["transactions"]}
    safe = [json.loads(pathlib.Path(part).read_text()) for part in parts]
    for fix_set in fix_sets:
        others_safe = sum(result["shard"]["verdict"] == "safe" for report in safe for result in report["results"]
                          if result["level"] == fix_set["level"])
        check("changes are for all programs only if the others need none",
              (set(fix_set["transactions"]) == everything) == (others_safe == 1), fix_set)


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
            ("reports of two commands", "is a report of isoproof advise, the other of analyze",
             [one, str(folder / "advice-2-of-3.json")]),
            ("advice on all programs", "expected those of its shards",
             [str(folder / "advice-1-of-3.json"), str(folder / "advice-whole.json")]),
            ("something else", "is no report of isoproof analyze", [str(folder / "list.json")]),
            ("no file", "No such file", [str(folder / "none.json")])):
        done = run("merge", *reports)
        check(what, done.returncode == 2 and message in done.stderr and not done.stdout, done.stderr)
    done = run("advise", "--shard", "1/2", "--subsets", FILES[0])
    check("sets of programs are of no shard", done.returncode == 2 and "expected one of the two" in done.stderr)
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
    done = subprocess.run(["sh", str(SOURCE / "scripts/shards-parallel.sh"), "advise", "2", str(report),
                           "--no-timings", *FEW], env=environment, capture_output=True, text=True)
    check("GNU parallel runs advise", done.returncode == 1 and json.loads(report.read_text())["advice"]["fixes"],
          done.stderr)
    shared = folder / "slurm files"
    for task in "1", "2":
        done = subprocess.run(["sh", str(SOURCE / "scripts/shards-slurm.sh"), str(shared), "--level", "read-committed",
                               "--no-timings", *FILES], capture_output=True, text=True,
                              env=dict(environment, SLURM_ARRAY_TASK_ID=task, SLURM_ARRAY_TASK_COUNT="2"))
        check(f"task {task} of the array job", done.returncode == 0, done.stderr)
    merged = folder / "slurm.json"
    run("merge", "--output", str(merged), *map(str, shared.glob("*.json")))
    check("an array job's tasks", without_order_of_notes(merged) == without_order_of_notes(whole))
    advised = folder / "slurm advice"
    for task in "1", "2":
        done = subprocess.run(["sh", str(SOURCE / "scripts/shards-slurm.sh"), "advise", str(advised), "--no-timings",
                               *FEW], capture_output=True, text=True,
                              env=dict(environment, SLURM_ARRAY_TASK_ID=task, SLURM_ARRAY_TASK_COUNT="2"))
        check(f"task {task} of the array job advises", done.returncode == 0, done.stderr)
    done = run("merge", *map(str, advised.glob("*.json")))
    check("an array job's advice", done.returncode == 1 and json.loads(done.stdout)["advice"], done.stderr)
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
        if sys.argv[1:] != ["reports"]:
            advice_put_together(folder)
            one_shard_advises(folder)
            refused(folder)
            scripts(folder)
    return failed > 0


sys.exit(main())
