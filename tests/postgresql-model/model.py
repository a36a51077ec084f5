"""Holds isoproof's PostgreSQL and a real one together: model.py CASE… (default: all beside it), see README.md.

--all instead tries every interleaving of each case at every level: what the server does must be predicted; what is
predicted and never happens is listed. By hand: some minutes."""
import argparse
import itertools
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "live"))
from server import Server  # noqa: E402

import libpq  # noqa: E402
import matrix  # noqa: E402
from client import LEVELS, Case  # noqa: E402
from prediction import Prediction, Unpredicted  # noqa: E402
from server_run import Infeasible, Run, error_of, shown  # noqa: E402

SKIPPED = 77
REFUSED = ("40001", "40P01")

failures = 0


def wrong(where, message):
    global failures
    failures += 1
    print(f"{where}: {message}")


def title(levels):
    return ", ".join(sorted(set(levels.values()))) if len(set(levels.values())) == 1 else \
        ", ".join(f"{name} at {level}" for name, level in levels.items())


def written(state):
    return " ".join(f"{table}({', '.join(values)})" for table, *values in state)


def compare(where, prediction, levels, run):
    """Is what the server did among what isoproof predicts? Transactions that the server refused have not happened."""
    case = prediction.case
    refused, aborted = set(), set()
    for step, results in run.results.items():
        if error_of(results):
            aborted.add(case.session_of[step].name)
        if error_of(results) in REFUSED:
            refused.add(case.session_of[step].name)
    if len(refused) == len(case.sessions):
        return None
    gone = {step for step, session in case.session_of.items() if session.name in aborted}
    found = prediction.state_of(run, gone)
    states = prediction.states(levels, run.initial, refused)
    if found not in states:
        predicted = "".join(f"\n    {written(s)}" for s in sorted(states))
        without = f" without {', '.join(sorted(refused))}" if refused else ""
        wrong(where, f"the server did\n    {written(found)}\n  predicted{without}:{predicted}")
    return None if refused else found


def fixed(server, case, prediction):
    """The interleavings of the file, with the results that it gives."""
    for expectation in case.expectations:
        where = f"{case.name}, {title(expectation.levels)}: {' '.join(expectation.permutation)}"
        try:
            run = Run(server.dsn(), case, expectation.levels, expectation.permutation)
        except Infeasible as step:
            wrong(where, f"{step}: its session still waits")
            continue
        for step in expectation.permutation:
            results = run.results.get(step, [])
            plain = "done" if all(r.rows is None and r.changed is None for r in results) else None
            expected = expectation.results.get(step, plain)
            if shown(run, step) not in (expected or '').split("/"):
                wrong(where, f"{step} gives {shown(run, step)}, not {expected}")
        if not case.server_only:
            compare(where, prediction, expectation.levels, run)


def every(server, case, prediction):
    """Every interleaving, at every level."""
    sessions = [list(s.steps) for s in case.sessions.values()]
    marks = [i for i, steps in enumerate(sessions) for _ in steps]
    assignments = {tuple(sorted(e.levels.items())): e.levels for e in case.expectations}
    for level in LEVELS:
        uniform = {name: level for name in case.sessions}
        assignments.setdefault(tuple(sorted(uniform.items())), uniform)
    for levels in assignments.values():
        seen, count, initial = set(), 0, {}
        for order in sorted(set(itertools.permutations(marks))):
            left = [iter(steps) for steps in sessions]
            permutation = [next(left[i]) for i in order]
            try:
                run = Run(server.dsn(), case, levels, permutation)
            except Infeasible:
                continue
            count, initial = count + 1, run.initial
            seen.add(compare(f"{case.name}, {title(levels)}: {' '.join(permutation)}", prediction, levels, run))
        never = prediction.states(levels, initial) - seen
        print(f"{case.name}, {title(levels)}: {count} interleavings, {len(seen - {None})} states"
              + "".join(f"\n    predicted, not met: {written(state)}" for state in sorted(never)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cases", nargs="*")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--matrix", action="store_true", help="the cases of matrix.py")
    parser.add_argument("--server-only", action="store_true", help="leave isoproof out")
    arguments = parser.parse_args()
    if not libpq.PQ:
        print("no libpq")
        return SKIPPED
    folder = pathlib.Path(__file__).resolve().parent / "cases"
    paths = [folder / f"{name}.spec" for name in arguments.cases] or sorted(folder.glob("*.spec"))
    cases = [Case(path.stem, path.read_text(encoding="utf-8")) for path in paths]
    if arguments.matrix:
        cases = list(matrix.cases())
    with Server() as server:
        server.sql("ALTER SYSTEM SET deadlock_timeout = '50ms'")
        server.sql("SELECT pg_reload_conf()")
        for case in cases:
            before = failures
            case.server_only |= arguments.server_only
            prediction = Prediction(case)
            if arguments.all and not case.server_only:
                every(server, case, prediction)
                continue
            try:
                fixed(server, case, prediction)
                for holds, levels, query in case.assertions if not case.server_only else []:
                    if prediction.asserted(levels, query) != holds:
                        wrong(f"{case.name}, {title(levels)}", f"{'does not hold' if holds else 'holds'}: {query}")
            except Unpredicted as failure:
                wrong(case.name, failure)
            print(f"{'ok    ' if failures == before else 'FAILED'} {case.name}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
