"""What isoproof explore says of a case: the states that its sessions can leave, and assertions on them."""
import json
import os
import re
import subprocess
import tempfile

ISOPROOF = os.environ.get("ISOPROOF", "isoproof")
SELECT = re.compile(r"\s*SELECT\s+(.*?)(\bFROM\b[^;]*);?\s*$", re.S | re.I)
COLUMNS = 4
VALUE = re.compile(r"'(?:[^']|'')*'|[^,]+")


class Unpredicted(Exception):
    """isoproof does not take the client."""


class Prediction:
    """Which steps' rows count as part of the state: `selects`, recorded in tables of their own, which the client gets
    that isoproof is given; on a server the steps' results are taken instead, so that reading stays reading."""

    def __init__(self, case):
        self.case = case
        self.known = {}
        self.selects = {}
        for step, session in case.session_of.items():
            select = SELECT.match(session.steps[step])
            if select:
                self.selects[step] = len(split_columns(select.group(1)))

    def client(self, without):
        """The sessions but for those."""
        parts = ["setup { " + body + " }" for body in self.case.setups]
        for count in sorted(set(self.selects.values())):
            columns = ", ".join(f"c{i} bigint" for i in range(count))
            parts.append(f"setup {{ CREATE TABLE seen_{count} (step text, {columns}); }}")
        for session in self.case.sessions.values():
            if session.name in without:
                continue
            parts.append(f"session {session.name}")
            if session.setup.strip():
                parts.append(f"setup {{ {session.setup} }}")
            for step, sql in session.steps.items():
                if step in self.selects:
                    select = SELECT.match(sql)
                    sql = (f" INSERT INTO seen_{self.selects[step]} SELECT '{step}', {select.group(1)}"
                           f"{select.group(2).strip()}; ")
                parts.append(f"step {step} {{ {sql} }}")
        return "\n".join(parts) + "\n"

    def explore(self, levels, without=(), *options):
        """The command's exit status and report."""
        left = {name: level for name, level in levels.items() if name not in without}
        common = next(iter(left.values()))
        command = [ISOPROOF, "explore", "--level", f"postgresql/{common}", "--format", "json", *options]
        for name, level in left.items():
            if level != common:
                command += ["--assign", f"{self.transaction(name)}=postgresql/{level}"]
        with tempfile.NamedTemporaryFile("w", suffix=".spec", encoding="utf-8") as file:
            file.write(self.client(without))
            file.flush()
            done = subprocess.run(command + [file.name], capture_output=True, text=True, check=False)
            if done.returncode not in (0, 1):
                raise Unpredicted(f"{' '.join(command)}: status {done.returncode}\n{done.stderr}\n{self.client(without)}")
        return done.returncode, json.loads(done.stdout)

    def transaction(self, name):
        """The transaction of a session by the name that --assign gives it: it begins in that step, or the setup."""
        session = self.case.sessions[name]
        return f"{name}.{'setup' if session.setup.strip() else next(iter(session.steps))}"

    def states(self, levels, initial, without=()):
        """Every state that those sessions can leave, the others having been refused. initial: {table: rows} before
        them: the report leaves out tables that nothing was written to."""
        key = (tuple(sorted(levels.items())), tuple(sorted(without)))
        if key not in self.known:
            if len(without) == len(self.case.sessions):
                raise RuntimeError("every session was refused")
            _, report = self.explore(levels, without, "--histories")
            self.known[key] = {final for history in report["history_list"] for final in final_states(history, initial)}
        return self.known[key]

    def asserted(self, levels, query):
        return self.explore(levels, (), "--assert", query)[0] == 0

    def state_of(self, run, results_of_refused):
        """The state that a run on a server left, in the same form."""
        rows = flat(run.rows)
        for step, count in self.selects.items():
            if step in results_of_refused or step not in run.results:
                continue
            for result in run.results[step]:
                rows += [(f"seen_{count}", f"'{step}'", *row) for row in result.rows or []]
        return state(rows)


def split_columns(text):
    depth, columns = 0, [""]
    for character in text:
        depth += (character == "(") - (character == ")")
        if character == "," and not depth:
            columns.append("")
        else:
            columns[-1] += character
    return columns


def flat(tables):
    return [(table, *row) for table, rows in tables.items() for row in rows]


def final_states(history, initial):
    """One for each order of commits that leaves something else."""
    written = {write["table"] for transaction in history["transactions"] if not transaction["error"]
               for write in transaction["writes"]}
    unwritten = flat({table: rows for table, rows in initial.items() if table not in written})
    for rows in [history["final_rows"], *history.get("other_final_rows", [])]:
        yield state([parsed(row) for row in rows] + unwritten)


def parsed(row):
    return (row["table"], *(value.strip().strip("()") for value in VALUE.findall(row["values"])))


def state(rows):
    return tuple(sorted(rows))
