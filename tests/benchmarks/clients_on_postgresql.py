"""The explorer's clients are real: their routines load on PostgreSQL, and every step runs there.

Each client runs in three serial orders. A step may fail only by what its routine raises, and must succeed in one of them.
"""

import os
import re
import sys
import tomllib

ROOT = os.environ["ISOPROOF_SOURCE_DIR"]
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(ROOT, "tests"), os.path.join(ROOT, "benchmarks")]
import clients  # noqa: E402
import postgresql  # noqa: E402

RAISED = "P0001"


def script(client, files):
    """psql commands: the orders one after the other, each in a schema of its own, each step announced."""
    lines = []
    for number, order in enumerate(client.serial_orders(), 1):
        lines += ["\\set ON_ERROR_STOP on", f"CREATE SCHEMA order_{number};", f"SET search_path = order_{number};"]
        lines += [f"\\i '{path}'" for path in files]
        lines += [client.setup, "\\set ON_ERROR_STOP off", "\\set VERBOSITY sqlstate"]
        for step, sql in order:
            lines += [f"\\warn step {step}", sql]
            if "BEGIN" in sql:
                lines.append("ROLLBACK;")
        lines += ["SET client_min_messages = error;", f"DROP SCHEMA order_{number} CASCADE;",
                  "RESET client_min_messages;"]
    lines.append("\\warn end")
    return "\n".join(lines)


def faults(client, messages):
    """What the server's messages say against the client, one sentence each."""
    states = {step: [] for _, steps in client.sessions for step, _ in steps}
    step, ended = None, False
    for line in messages.splitlines():
        if line.startswith("step "):
            step = line.split()[1]
            states[step].append(None)
        elif line == "end":
            ended = True
        elif match := re.search(r"ERROR: +(\w+)", line):
            if step is None:
                yield line
            else:
                states[step][-1] = match[1]
    if not ended:
        yield f"psql stopped: {messages.strip()[-500:]}"
    for step, ends in states.items():
        yield from (f"step {step} fails with {state}" for state in set(ends) - {None, RAISED})
        if None not in ends:
            yield f"step {step} succeeds in no order"


def main():
    if not postgresql.folder():
        print("no PostgreSQL server found below /usr/lib/postgresql")
        return postgresql.SKIPPED
    with open(os.path.join(ROOT, "benchmarks", "explore", "clients.toml"), "rb") as file:
        tables = tomllib.load(file)
    failed = count = 0
    with postgresql.Server() as server:
        for app in tables["apps"].values():
            files = [os.path.join(ROOT, "benchmarks", path) for path in app["files"]]
            for path in app["clients"] + app.get("grow", []):
                client = clients.read(os.path.join(ROOT, "benchmarks", path))
                _, messages, _ = server.psql(script(client, files))
                count += 1
                for fault in faults(client, messages):
                    failed += 1
                    print(f"FAILED: {path}: {fault}")
    print(f"{count} clients")
    return 1 if failed or not count else 0


if __name__ == "__main__":
    sys.exit(main())
