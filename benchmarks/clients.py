"""Clients of the explorer: isolation-tester .spec files, read, cut down and written again."""

import re

TOKEN = re.compile(r"""\#[^\n]* | "(?:[^"]|"")*" | \{[^{}]*\} | [^\s{}"\#]+""", re.VERBOSE)


class Client:
    """setup is SQL; sessions is a list of (name, [(step, SQL)…]), a step being one transaction."""

    def __init__(self, setup, sessions):
        self.setup = setup
        self.sessions = sessions

    def cut(self, sessions, transactions):
        """The client of the first sessions with the first transactions of each."""
        return Client(self.setup, [(name, steps[:transactions]) for name, steps in self.sessions[:sessions]])

    def text(self):
        parts = [f"setup\n{{{self.setup}}}\n"]
        for name, steps in self.sessions:
            parts.append(f"session {name}\n" + "".join(f"step {step} {{{sql}}}\n" for step, sql in steps))
        return "\n".join(parts)

    def serial_orders(self):
        """Three orders of all steps that keep each session's: first session first, last first, in turns."""
        steps = [session for _, session in self.sessions]
        yield [step for session in steps for step in session]
        yield [step for session in reversed(steps) for step in session]
        yield [session[i] for i in range(max(map(len, steps))) for session in steps if i < len(session)]


def read(path):
    """A client from a file of the form that the benchmarks use: one setup, no teardown, no permutations."""
    with open(path, encoding="utf-8") as file:
        tokens = [t for t in TOKEN.findall(file.read()) if not t.startswith("#")]
    setup, sessions = "", []
    while tokens:
        word = tokens.pop(0)
        if word == "setup" and not sessions:
            setup = tokens.pop(0)[1:-1]
        elif word == "session":
            sessions.append((tokens.pop(0), []))
        elif word == "step" and sessions:
            sessions[-1][1].append((tokens.pop(0), tokens.pop(0)[1:-1]))
        else:
            raise ValueError(f"{path}: '{word}' is not expected here")
    return Client(setup, sessions)
