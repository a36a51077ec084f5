"""Random programs on a server against isoproof's verdicts; no definition of dependencies stands between.

    judge.py ISOPROOF --generator NAME[,NAME…] --sets N --seed S     random sets; without --generator all of them in turn
    judge.py ISOPROOF --cases FILE…                                  files that say what is run (sets.py)
    judge.py --show NAME SEED                                        prints a set

Real sessions run the calls with pauses anywhere. What those that committed gave and what the tables hold must be what some
serial order gives, run by the same server. Where it is not, and isoproof calls the set safe at that level, isoproof is wrong.
In the other direction: of the sets at their levels that no interleaving broke, how many are proved safe? Options: --runs N
interleavings of each client, --safe (only levels that are called safe: nothing is lost but the share), --weakest (only the weakest
of them), --all-safe (every set counts as
safe, to see that this notices), --mixed N (instead of one level for all, N mixtures drawn for each set), --benign (only levels whose anomalies are all called benign: they must not be broken either), --literature
(verdicts at snapshot isolation; the server runs repeatable read), --save
FOLDER (a file for each disagreement). 77: no server."""
import argparse
import collections
import concurrent.futures
import itertools
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import sets
from stage import Stage, Unexpected, libpq
from server import Server

SKIPPED = 77


class Verdict:
    def __init__(self, word, assumptions, reason=""):
        self.word, self.assumptions, self.reason = word, assumptions, reason


LITERATURE = {"repeatable-read": "snapshot-isolation"}


def verdicts(isoproof, programs, levels, options, literature=False):
    """literature: at the levels of the literature that these are."""
    named = [LITERATURE[level] if literature else f"postgresql/{level}" for level in levels]
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
        file.write(programs.text)
        file.flush()
        done = subprocess.run([isoproof, "analyze", "--quiet", "--max-cycle", "3", "--timeout", "8", "--format", "json", *options,
                               "--level", ",".join(named), file.name],
                              capture_output=True, text=True, check=False)
    try:
        report = json.loads(done.stdout)
    except ValueError as error:
        raise Unexpected(f"no report: {done.stderr.strip()[-300:]}") from error
    outcome = ("counts as a choice", "is assumed to be checked")
    assumed = [note["message"] for note in report.get("notes", [])
               if note["kind"] == "assumption" and any(words in note["message"] for words in outcome)]
    return {level: Verdict("benign" if only_benign(result) else result["verdict"], assumed, result.get("reason") or "")
            for level, result in zip(levels, report["results"])}


def only_benign(result):
    """All anomalies that were confirmed are said to give what a serial order gives."""
    confirmed = [a["replay"]["observable"] for a in result["anomalies"] if a["replay"]["status"] == "confirmed"]
    return result["verdict"] in ("unsafe", "benign") and confirmed and not any(confirmed)


class Mixture:
    """A level for each program that is called."""

    def __init__(self, programs, r):
        self.levels = {name: r.choice(programs.levels) for name in sorted(set(sum(programs.called, [])))}

    def __str__(self):
        return ", ".join(f"{name} {level}" for name, level in self.levels.items())

    def verdict(self, isoproof, programs, options):
        assigned = sum((["--assign", f"{name}=postgresql/{level}"] for name, level in self.levels.items()), [])
        (answer,) = verdicts(isoproof, programs, ["read-committed"], [*options, *assigned]).values()
        return answer


class Client:
    """The calls of one client, and what their serial orders give."""

    def __init__(self, stage, client, called):
        self.stage, self.calls, self.called, self.orders = stage, dict(enumerate(client)), called, {}

    def levels(self, level):
        """Of its sessions, where there is a mixture."""
        return {s: level.levels[name] for s, name in enumerate(self.called)} if isinstance(level, Mixture) else level

    def explained(self, level, given, left):
        """Does a serial order give this? None: too few have committed, or one stopped half way."""
        committed = {s: outcome for s, outcome in given.items() if not outcome[0]}
        if len(committed) < 2 or any(outcome[0] and "/*C*/" in self.stage.programs.text for outcome in given.values()):
            return None
        of, base = tuple(sorted(committed)), level if self.stage.programs.own_levels else "read-committed"
        if (base, of) not in self.orders:
            self.orders[base, of] = self.stage.serial({s: self.calls[s] for s in of}, base)
        return any(order == committed and rows == left for order, rows in self.orders[base, of])

    def again(self, level, trace):
        """What each call gives and what is left when sessions go on in this order; None: they cannot. They are run to their
        end all the same, so that the next execution finds them idle."""
        left_over, possible = list(trace), True

        def choose(ready):
            nonlocal possible
            s = left_over.pop(0) if left_over else None
            possible = possible and s in ready
            return s if possible else ready[0]
        self.stage.reset()
        given = self.stage.run(self.levels(level), self.calls, "PC", choose)
        return (given, self.stage.left()) if possible else None

    def attempt(self, level, interleavings):
        """One interleaving: None, True, or what shows that no serial order explains it."""
        trace = []

        def choose(ready):
            trace.append(interleavings.choose(ready))
            return trace[-1]
        self.stage.reset()
        given = self.stage.run(self.levels(level), self.calls, "PC", choose)
        interleavings.ended()
        left = self.stage.left()
        explained = self.explained(level, given, left)
        if explained is False:
            # What differs by chance (a clock, a plan) is no anomaly: it comes again. Neither is what sessions do one after the
            # other: rows without an order come as they lie on disk, which depends on what was there before.
            if len(list(itertools.groupby(trace))) == len(set(trace)) or self.again(level, trace) != (given, left):
                return None
            committed = {s: rows for s, (error, rows) in given.items() if not error}
            return (f"calls: {self.calls}\ninit: {self.stage.programs.init}\norder: {trace}\ngave: {committed}\nleft: {left}\n"
                    f"serial: {[orders for (_, of), orders in self.orders.items() if of == tuple(sorted(committed))]}")
        return explained


class Interleavings:
    """Those of one client that were run, as a tree of choices, so that none is run twice."""

    def __init__(self, r):
        self.r, self.root = r, {}
        self.node, self.path = self.root, []

    def choose(self, ready):
        """One of these sessions, at random among those that lead to something new."""
        for s in ready:
            self.node.setdefault(s, {})
        s = self.r.choice([s for s in ready if self.node[s] is not None] or ready)
        self.path.append((self.node, s))
        self.node = self.node[s] if self.node[s] is not None else {}
        return s

    def ended(self):
        """The interleaving: nothing is left below its last choice, nor below those of which all have been made."""
        for node, s in reversed(self.path):
            if node[s] is not None and any(below is not None for below in node[s].values()):
                break
            node[s] = None
        self.node, self.path = self.root, []

    def all_run(self):
        return bool(self.root) and not any(below is not None for below in self.root.values())


def broken(stage, level, r, runs):
    """How the server breaks the set at the level, or None; and how many executions there were."""
    count = 0
    for client in stage.clients:
        interleavings, idle = Interleavings(r), 0
        for _ in range(runs):
            what = client.attempt(level, interleavings)
            count += what is not None
            idle = idle + 1 if what is None else 0
            if isinstance(what, str):
                return what, count
            if idle >= 6 or interleavings.all_run():
                break
    return None, count


class Judge:
    def __init__(self, server, arguments):
        self.server, self.a = server, arguments
        self.counts = collections.Counter()

    def answers(self, programs, r):
        """Of isoproof: a verdict for each level or mixture."""
        a = self.a
        options = [*a.option, *programs.options] if a.cases or a.benign or a.replay else ["--no-replay", *a.option, *programs.options]
        if a.mixed:
            if programs.own_levels or any(None in called for called in programs.called):
                return None
            mixtures = {str(mixture): mixture for mixture in (Mixture(programs, r) for _ in range(a.mixed))}
            return {mixture: mixture.verdict(a.isoproof, programs, options) for mixture in mixtures.values()}
        levels = [level for level in programs.levels if level in LITERATURE or not a.literature]
        return verdicts(a.isoproof, programs, levels, options, a.literature) if levels else {}

    def judge(self, name, programs, answers, r):
        """Whether a verdict was wrong."""
        a, wrong = self.a, False
        self.counts["programs"] += programs.programs()
        if answers is None:
            self.counts["not mixed"] += 1
            return False
        if a.safe and not any(answer.word == "safe" for answer in answers.values()):
            self.counts["nothing safe"] += 1
            return False
        with Stage(self.server.dsn(), programs) as stage:
            stage.clients = [Client(stage, *client) for client in zip(programs.clients, programs.called)]
            for level, answer in answers.items():
                safe = answer.word == "safe" or a.all_safe or (a.benign and answer.word == "benign")
                self.counts["benign"] += answer.word == "benign"
                if ((a.weakest or a.safe) and not safe) or (a.benign and answer.word != "benign"):
                    continue
                how, count = broken(stage, level, r, a.runs)
                self.counts["executions"] += count
                kind = ("safe" if safe else "not safe") + (", broken" if how else ", not broken")
                if safe and how and programs.assumes and answer.assumptions:
                    kind = "safe under an assumption, broken"
                self.counts[kind] += 1
                if kind == "safe, broken":
                    wrong = True
                    self.report(name, answer.word, level, programs, how)
                elif a.cases or a.verbose:
                    print(f"{name} at {level}: {answer.word}{' (assumption)' if answer.assumptions else ''}, "
                          f"{'broken' if how else 'not broken'}", flush=True)
                if how and answer.word == "undecided" and a.replay:
                    print(f"{name} at {level} is undecided, though the server breaks it: {answer.reason}", flush=True)
                    self.counts["undecided, broken"] += 1
                if a.weakest or (wrong and not a.cases):
                    break
        return wrong

    def report(self, name, word, level, programs, how):
        text = f"{name} is called {word} at {level}:\n{programs.text}\nbut the server gives what no serial order gives:\n{how}\n"
        print(text, flush=True)
        if self.a.save:
            folder = pathlib.Path(self.a.save)
            folder.mkdir(parents=True, exist_ok=True)
            comment = "\n".join("-- " + line for line in text.splitlines() if line not in programs.text.splitlines())
            (folder / (name.replace("/", "_").replace(" ", "-") + ".sql")).write_text(f"{comment}\n{programs.text}", encoding="utf-8")

    def drawn(self):
        """Of each set its name, and how to make it."""
        a = self.a
        if a.cases:
            for path in a.cases:
                yield path, random.Random(1), lambda path=path: sets.case(path)
            return
        names = a.generator.split(",") if a.generator else sets.generators()
        for number in range(a.seed, a.seed + a.sets):
            name = names[number % len(names)]
            r = random.Random(f"{name} {number}")
            yield f"{name} {number}", r, lambda name=name, r=r: sets.Set(sets.generator(name)(r))

    def everything(self):
        """While the server runs one set, isoproof decides the next one."""
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            waiting = []
            for name, r, make in self.drawn():
                waiting.append((name, r, pool.submit(self.decided, make, r)))
                if len(waiting) > 1:
                    self.one(*waiting.pop(0))
            for left in waiting:
                self.one(*left)

    def decided(self, make, r):
        programs = make()
        return programs, self.answers(programs, r)

    def one(self, name, r, decided):
        self.counts["sets"] += 1
        try:
            programs, answers = decided.result()
            self.counts["wrong"] += self.judge(name, programs, answers, r)
        except Unexpected as error:
            self.counts["not run"] += 1
            print(f"{name} cannot be run: {str(error).splitlines()[0]}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("isoproof", nargs="?")
    parser.add_argument("--show", nargs=2)
    parser.add_argument("--generator")
    parser.add_argument("--sets", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--mixed", type=int, default=0)
    parser.add_argument("--cases", nargs="+")
    parser.add_argument("--option", action="append", default=[], help="of isoproof analyze")
    parser.add_argument("--save")
    for flag in ("--weakest", "--safe", "--replay", "--all-safe", "--benign", "--verbose", "--literature"):
        parser.add_argument(flag, action="store_true")
    a = parser.parse_args()
    if a.show:
        drawn = sets.generator(a.show[0])(random.Random(f"{a.show[0]} {a.show[1]}"))
        print(drawn.pop("sql"), json.dumps(drawn, indent=1), sep="\n")
        return 0
    if not libpq.PQ:
        print("no libpq")
        return SKIPPED
    with Server() as server:
        judge = Judge(server, a)
        judge.everything()
    counts = judge.counts
    unbroken = counts["safe, not broken"] + counts["not safe, not broken"]
    print(", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
    if unbroken and not a.weakest and not a.safe:
        print(f"of {unbroken} sets at a level that nothing broke {100 * counts['safe, not broken'] // unbroken} % are called safe")
    if counts["not run"] * 10 > counts["sets"]:
        print("too many sets cannot be run")
        return 1
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
