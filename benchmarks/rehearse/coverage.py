"""Figure 13: distinct vectors of results of small random clients, against the number of histories that explore counts.

Each write has a distinct value, so that a vector of results gives the writer of each read: there are as many
vectors as histories.
"""

import os
import random
import re
import subprocess
import tempfile

from served import Server, latest, transaction

KEYS = 2


def harness(draw):
    """Sessions of operations: (key, value to write or None to read)."""
    sessions, value = [], 0
    for _ in range(draw.randint(2, 3)):
        operations = []
        for _ in range(draw.randint(2, 4)):
            value += 1
            operations.append((draw.randint(1, KEYS), value if draw.random() < 0.5 else None))
        sessions.append(operations)
    return sessions


def statement(operation):
    key, value = operation
    return f"SELECT v FROM kv WHERE k = {key}" if value is None else f"UPDATE kv SET v = {value} WHERE k = {key}"


def schema():
    rows = ", ".join(f"({k}, 0)" for k in range(1, KEYS + 1))
    return f"CREATE TABLE kv (k integer PRIMARY KEY, v integer NOT NULL); INSERT INTO kv VALUES {rows};\n"


def counted(isoproof, level, sessions):
    text = f"setup {{ {schema()} }}\n"
    for s, operations in enumerate(sessions):
        text += f"session s{s}\n"
        text += "".join(f"step s{s}_{o} {{ {statement(operation)}; }}\n" for o, operation in enumerate(operations))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "client.spec")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        done = subprocess.run([isoproof, "explore", "--level", level, path], capture_output=True, text=True, timeout=300, check=False)
    return int(re.search(r"(\d+) histor(?:y|ies) at", done.stdout).group(1))


def one_run(sessions, clients, draw):
    results = [[] for _ in sessions]
    order = [s for s, operations in enumerate(sessions) for _ in operations]
    draw.shuffle(order)
    done = [0] * len(sessions)
    for s in order:
        operation = sessions[s][done[s]]
        done[s] += 1

        def body(cursor, operation=operation):
            cursor.execute(statement(operation))
            return cursor.fetchone()[0] if operation[1] is None else None
        results[s].append(transaction(clients[s], body))
    return repr(results)


def measure(isoproof, level, sessions, runs, seed):
    """How many vectors there are, and how many of them so many runs have shown."""
    draw, seen = random.Random(seed), set()
    most = counted(isoproof, level, sessions)
    with Server(isoproof, level, [], seed, schema()) as server:
        clients = [server.connect() for _ in sessions]
        setup = latest(server).cursor()
        for _ in range(runs):
            seen.add(one_run(sessions, clients, draw))
            setup.execute("CHECKPOINT")  # or what the run has written could count as later than what follows
            setup.execute("UPDATE kv SET v = 0")
            setup.execute("CHECKPOINT")
    return most, len(seen)
