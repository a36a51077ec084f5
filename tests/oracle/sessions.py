#!/usr/bin/env python3
"""Random programs where sessions count: what the explorer finds to give what no order gives that keeps every session's order
is never called safe with --sessions.

    sessions.py ISOPROOF SETS SEED [all-safe]

The explorer's histories are those of clients with several transactions a session. all-safe: every set counts as safe, to see that
this notices.
"""

import itertools
import random
import sys
import tempfile

from at_engine_levels import Serial, ask

LEVELS = ["strong-session-snapshot-isolation", "session/parallel-snapshot-isolation", "session/causal-consistency"]
CLIENTS = 6


class Programs:
    """Each reads or writes a cell or two of two tables with two rows."""

    def __init__(self, seed):
        self.r = random.Random(seed)

    def cell(self):
        return self.r.choice("ab"), self.r.choice(["1", "1", "1", "p"])

    def statement(self):
        (table, key), (other, from_key), kind = self.cell(), self.cell(), self.r.random()
        if kind < 0.40:
            return f"x := coalesce((SELECT v FROM {table} WHERE k = {key}), 5);"
        if kind < 0.60:
            return f"UPDATE {table} SET v = {self.r.choice(['7', 'p', 'x'])} WHERE k = {key};"
        if kind < 0.72:
            return f"UPDATE {table} SET v = v + 1 WHERE k = {key};"
        if kind < 0.85:
            return f"UPDATE {table} SET v = (SELECT v FROM {other} WHERE k = {from_key}) WHERE k = {key};"
        if kind < 0.93:
            return f"IF EXISTS (SELECT FROM {table} WHERE k = {key} AND v > 0) THEN RAISE EXCEPTION 'no'; END IF;"
        return f"INSERT INTO {table} (k, v) VALUES ({self.r.choice(['3', 'p + 3'])}, 1);"

    def text(self, count):
        sql = "CREATE TABLE a (k int PRIMARY KEY, v int NOT NULL);\nCREATE TABLE b (k int PRIMARY KEY, v int NOT NULL);\n"
        for i in range(count):
            body = "\n  ".join(self.statement() for _ in range(self.r.choice([1, 1, 1, 2])))
            sql += (f"CREATE FUNCTION f{i}(p int) RETURNS int LANGUAGE plpgsql AS $$\nDECLARE x int := 0;\nBEGIN\n  {body}\n"
                    "  RETURN x;\nEND $$;\n")
        return sql

    def client(self, count):
        spec = "setup { INSERT INTO a VALUES (1, 0), (2, 0); INSERT INTO b VALUES (1, 0), (2, 0); }\n"
        for s, steps in enumerate(self.r.choice([[2, 1], [2, 2], [2, 1, 1], [3, 1], [2, 2, 1]])):
            spec += f"session s{s}\n"
            for t in range(steps):
                spec += f"step s{s}t{t} {{ SELECT f{self.r.randrange(count)}({self.r.randint(1, 2)}); }}\n"
        return spec


class InSessions(Serial):
    """Orders that keep the order of each session: a step is named after its session and its place there."""

    def explains(self, history):
        outcome = self.outcome(history)
        names = sorted(outcome[0])
        key = tuple(names)
        if key not in self.known:
            self.known[key] = [
                found for order in itertools.permutations(names)
                if all([n for n in order if n[:2] == session] == [n for n in names if n[:2] == session]
                       for session in {n[:2] for n in names})
                for found in self.run([self.steps[name] for name in order])]
        return any(self.same(outcome, serial) for serial in self.known[key])


def try_set(isoproof, folder, seed, all_safe, counts):
    programs = Programs(seed)
    count = programs.r.choice([1, 2, 2, 3])
    sql, client = f"{folder}/set.sql", f"{folder}/client.spec"
    text = programs.text(count)
    with open(sql, "w", encoding="utf-8") as file:
        file.write(text)
    report = ask(isoproof, "analyze", "--quiet", "--sessions", "--timeout", "10", "--format", "json",
                 "--level", ",".join(LEVELS), sql)
    for result in report["results"] if report else []:
        safe = all_safe or result["verdict"] == "safe"
        counts[result["verdict"]] = counts.get(result["verdict"], 0) + 1
        for _ in range(CLIENTS):
            spec = programs.client(count)
            with open(client, "w", encoding="utf-8") as file:
                file.write(spec)
            explored = ask(isoproof, "explore", "--format", "json", "--histories", "--level", result["level"], client, sql)
            counts["clients"] += 1
            if not explored or explored["histories"] == explored["histories_serializable"]:
                continue
            counts["anomalies"] += 1
            if not safe:
                continue
            serial = InSessions(isoproof, folder, sql, spec)
            if any(not history["serializable"] and not serial.explains(history) for history in explored["history_list"]):
                counts["wrong"] += 1
                print(f"seed {seed}: called safe at {result['level']}, but some history gives what no serial order of "
                      f"the sessions does\n{text}{spec}", flush=True)
                break


def main():
    isoproof, sets, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    counts = dict.fromkeys(["safe", "clients", "anomalies", "wrong"], 0)
    with tempfile.TemporaryDirectory() as folder:
        for s in range(seed, seed + sets):
            try_set(isoproof, folder, s, len(sys.argv) > 4, counts)
    print(", ".join(f"{n} {what}" for what, n in counts.items()), f"from seed {seed}")
    if sets >= 10 and not (counts["safe"] and counts["anomalies"]):
        sys.exit("nothing was compared")
    sys.exit(1 if counts["wrong"] else 0)


if __name__ == "__main__":
    main()
