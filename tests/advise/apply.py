"""A user who follows the advice gets what it promises: the edits of each list, made in the files as they are described,
give files that analyze calls safe at the level of the list, and that a server loads.

    apply.py                                  the cases below
    apply.py FILE…                            these files, as one set
    apply.py --random SETS SEED [guards|chosen]   programs of tests/oracle/at_engine_levels.py"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent))
sys.path.insert(0, str(HERE.parent / "oracle"))
sys.dont_write_bytecode = True
import at_engine_levels  # noqa: E402
import postgresql  # noqa: E402

ISOPROOF = os.environ["ISOPROOF"]
# files, and how many lists of changes there are at least
CASES = [(["tests/advise/" + name], 1) for name in (
    "counter.sql", "enroll.sql", "orders.sql", "sign_up.sql", "skew.sql", "two_reads.sql", "one_line.sql",
    "rechecks.sql")] + [
        (["tests/patterns/" + name], 1) for name in (
            "absolute-value.sql", "check-then-insert.sql", "count-without-lock.sql", "parent-delete-checked-by-hand.sql",
            "transfer-and-report.sql", "write-skew.sql")] + [(["benchmarks/bank/bank.sql"], 2)]


class Wrong(Exception):
    pass


def change(lines, edit):
    """The lines with one edit made, literally."""
    at = edit["line"] - 1
    before = edit["before"].split("\n") if edit["before"] else []
    after = edit["after"].split("\n") if edit["after"] else []
    if not before and not after:
        raise Wrong("an edit of nothing")
    if lines[at:at + len(before)] != before:
        raise Wrong(f"{edit['file']}:{edit['line']}: the lines are not {before} but {lines[at:at + len(before)]}")
    return lines[:at] + after + lines[at + len(before):]


def make(texts, edits):
    """Bottom up, and of one line what changes it before what is put in above it."""
    last_first = sorted(enumerate(edits), key=lambda e: (e[1]["file"], -e[1]["line"], not e[1]["before"], -e[0]))
    for _, edit in last_first:
        texts[edit["file"]] = "\n".join(change(texts[edit["file"]].split("\n"), edit))


def ask(*command):
    done = subprocess.run([ISOPROOF, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode not in (0, 1, 3):
        raise Wrong(f"{' '.join(command)}: exit status {done.returncode}: {done.stderr.decode()}")
    return json.loads(done.stdout)


def loads(server, files):
    text = "DROP SCHEMA IF EXISTS s CASCADE;\nCREATE SCHEMA s; SET search_path = s;\n" + "\n".join(files)
    _, errors, status = server.psql(text, "-v", "ON_ERROR_STOP=1")
    return errors if status else ""


def try_files(files, server, folder, replay=False):
    """How many lists of changes there are for the files. replay: run anomalies, for which there may be lists, too."""
    advice = ask("advise", "-q", *([] if replay else ["--no-replay"]), "--format", "json", *files)["advice"]
    texts = {file: pathlib.Path(file).read_text(encoding="utf-8") for file in files}
    loaded = server and not loads(server, texts.values())
    for one in advice["fix_sets"]:
        fixes = [advice["fixes"][f] for f in one["fixes"]]
        changed = dict(texts)
        make(changed, [edit for fix in fixes for edit in fix["edits"]])
        if changed == texts and any(fix["kind"] != "raise-level" for fix in fixes):
            raise Wrong("nothing changes")
        names = [f"{folder}/{n}.sql" for n in range(len(files))]
        for name, file in zip(names, files):
            pathlib.Path(name).write_text(changed[file], encoding="utf-8")
        raised = [f"--assign={fix['transaction']}={fix['change'].removeprefix('run it at ')}" for fix in fixes
                  if fix["kind"] == "raise-level"]
        results = ask("analyze", "-q", "--timeout", "300", "--format", "json", "--level", one["level"], *raised,
                      "--transactions", ",".join(one["transactions"]), *names)["results"]
        if [result["verdict"] for result in results] != ["safe"]:
            raise Wrong(f"{one['level']}: {results[0]['verdict']}, {results[0]['reason']}\n" + "\n".join(changed.values()))
        errors = loads(server, changed.values()) if loaded else ""
        if errors:
            raise Wrong(f"{errors}\n" + "\n".join(changed.values()))
    return len(advice["fix_sets"])


def random_sets(sets, seed, kind, folder):
    maker = {"guards": at_engine_levels.Guarded, "chosen": at_engine_levels.Chosen}.get(kind, at_engine_levels.Programs)
    for number in range(seed, seed + sets):
        programs = maker(number)
        path = pathlib.Path(folder) / f"random-{number}.sql"
        path.write_text(programs.text(programs.r.choice([1, 1, 2])), encoding="utf-8")
        yield [str(path)], 0


def cases(arguments, folder):
    if arguments[:1] == ["--random"]:
        return random_sets(int(arguments[1]), int(arguments[2]), "".join(arguments[3:]), folder)
    if arguments:
        return [(arguments, 0)]
    return [([str(ROOT / file) for file in files], least) for files, least in CASES]


def run(server):
    wrong = sets = lists = 0
    with tempfile.TemporaryDirectory() as folder:
        for files, least in cases(sys.argv[1:], folder):
            sets += 1
            try:
                found = try_files(files, server, folder)
                if found < least:
                    raise Wrong(f"{found} lists of changes, not {least}")
                lists += found
            except Wrong as why:
                wrong += 1
                print(f"{' '.join(files)}: {why}", flush=True)
    print(f"{sets} sets of files, {lists} lists of changes made, {wrong} wrong")
    return 1 if wrong or not lists else 0


def main():
    if not postgresql.folder():
        return run(None)
    with postgresql.Server() as server:
        return run(server)


if __name__ == "__main__":
    sys.exit(main())
