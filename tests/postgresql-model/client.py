"""Cases: isolation-tester files with the outcomes that are expected, see README.md for the notation."""
import re

LEVELS = ("read-committed", "repeatable-read", "serializable")
PART = re.compile(r"\s*(?:(#=|#holds|#fails|#server-only|#)([^\n]*)\n|"
                  r"(setup|teardown)\s*\{([^}]*)\}|session\s+(\w+)|step\s+(\w+)\s*\{([^}]*)\}|permutation\s+([^\n]*)\n)")


class Expectation:
    """One line "#= LEVELS: STEP=RESULT …" after the permutation that it is about."""

    def __init__(self, text, permutation, sessions):
        levels, _, results = text.partition(":")
        self.levels = levels_of(levels, sessions)
        self.permutation = permutation
        self.results = dict(result.split("=", 1) for result in results.split())
        unknown = set(self.results) - set(permutation)
        if unknown:
            raise ValueError(f"steps that the permutation does not have: {unknown}")


class Session:
    def __init__(self, name):
        self.name, self.setup, self.steps = name, "", {}


def levels_of(text, sessions):
    """{session: level} from "read-committed" or "serializable, a b at read-committed"."""
    first, *others = [part.strip() for part in text.split(",")]
    found = {name: first for name in sessions}
    for other in others:
        names, _, level = other.partition(" at ")
        for name in names.split():
            if name not in found:
                raise ValueError(f"no session {name}")
            found[name] = level.strip()
    if set(found.values()) - set(LEVELS):
        raise ValueError(f"no such level: {text}")
    return found


class Case:
    def __init__(self, name, text):
        self.name = name
        self.setups, self.sessions, self.expectations, self.assertions = [], {}, [], []
        self.server_only = False
        permutation, session, at = [], None, 0
        while text[at:].strip():
            part = PART.match(text, at)
            if not part:
                raise ValueError(f"{name}: not understood: {text[at:at + 60]!r}")
            at = part.end()
            mark, rest, kind, body, named, step, sql, order = part.groups()
            if mark == "#=":
                self.expectations.append(Expectation(rest, permutation, self.sessions))
            elif mark in ("#holds", "#fails"):
                level, _, query = rest.partition(":")
                self.assertions.append((mark == "#holds", levels_of(level, self.sessions), query.strip()))
            elif mark == "#server-only":
                self.server_only = True
            elif kind == "setup" and session:
                session.setup = body
            elif kind == "setup":
                self.setups.append(body)
            elif named:
                session = self.sessions[named] = Session(named)
            elif step:
                session.steps[step] = sql
            elif order:
                permutation = order.split()
        self.session_of = {step: s for s in self.sessions.values() for step in s.steps}
        if not self.expectations:
            raise ValueError(f"{name}: nothing is expected")
