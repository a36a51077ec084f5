"""Holds the time of every row against that of another isoproof: ratios of processor time, runs alternating, so that
other work on the machine disturbs both alike."""

import functools
import statistics
import subprocess

import measure as m


@functools.cache
def same_question(isoproof):
    """A version with the option also looks for sets of programs that are safe together; older ones do not."""
    option = "--whole-only"
    listed = subprocess.run([isoproof, "help", "analyze"], capture_output=True, text=True, check=True).stdout
    return (option,) if option in listed else ()


def once(isoproof, row, timeout):
    one = row.run(isoproof, 1, timeout, same_question(isoproof))
    return one.outcome, one.outcome.used


def changes(old, new):
    """What must not change with speed, and has: one text each."""
    if old.verdict != new.verdict or set(old.cycles) != set(new.cycles):
        yield f"{old.evidence()}, and here {new.evidence()}"
    for cycle in sorted(set(old.cycles) & set(new.cycles)):
        if old.cycles[cycle] != new.cycles[cycle]:
            yield f"{m.cycle_text(cycle)}: {old.cycles[cycle]}, and here {new.cycles[cycle]}"
    for what in "unconfirmed", "benign":
        there, here = getattr(old, what), getattr(new, what)
        for where, which in ("there", there - here), ("here", here - there):
            if which:
                yield f"{what} only {where}: {m.cycles_text(which)}"


def compared(arguments, report, row, measured):
    """One line of the table; None where a run failed. measured gets the seconds there and here."""
    where = f"{row.title()}, {row.level_text()}, K = {row.max_cycle}"
    report.progress(where)
    times = {arguments.against: [], arguments.isoproof: []}
    found = {}
    try:
        for _ in range(arguments.runs):
            for isoproof, of in times.items():
                outcome, used = once(isoproof, row, arguments.timeout)
                of.append(used.processor)
                found[isoproof] = outcome
    except m.Failure as failure:
        report.mismatch(where, failure)
        return None
    old, new = (found[isoproof] for isoproof in times)
    for change in changes(old, new):
        report.mismatch(where, change)
    before, after = (statistics.median(of) for of in times.values())
    ratio = after / before
    of_least = min(times[arguments.isoproof]) / min(times[arguments.against])
    # Other work on the machine only adds, and not to both alike: where the least times agree, the medians differ by it.
    if min(ratio, of_least) > arguments.most:
        report.mismatch(where, f"{ratio:.2f} times as long, {of_least:.2f} times by the least")
    measured.append((before, after))
    return [row.title(), row.level_text(), row.max_cycle, f"{before:.3f}", f"{after:.3f}", f"{ratio:.2f}",
            f"{of_least:.2f}", f"{old.queries}, {new.queries}"]


def overall(measured):
    """What all rows together come to: a row of 30 ms counts as much as one of two seconds in the mean, not in the sum."""
    there, here = (sum(times) for times in zip(*measured))
    mean = statistics.geometric_mean([after / before for before, after in measured])
    return f"\n{len(measured)} rows: {here / there:.2f} times as long in all; mean of the ratios {mean:.2f}\n"


def text(arguments, report, markdown, rows):
    measured = []
    lines = [line for line in (compared(arguments, report, row, measured) for row in rows) if line]
    return markdown(["programs", "level", "K", "CPU seconds there", "here", "ratio", "of the least", "queries"],
                    lines) + overall(measured) if lines else ""
