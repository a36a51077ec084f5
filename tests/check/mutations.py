"""Damaged histories and levels: no edit of a good file makes isoproof check crash, hang, or end with a status outside its
contract, and status 2 always comes with a message. The edits are the same in every run."""

import os
import pathlib
import random
import subprocess
import sys
import tempfile

ISOPROOF = os.environ["ISOPROOF"]
HERE = pathlib.Path(__file__).resolve().parent
SPECS = HERE.parent.parent / "specs" / "biswas-enea"
EACH = int(sys.argv[1])
HISTORIES = sorted(HERE.glob("*.json"))
LEVELS = [SPECS / "read-committed.smt2", SPECS / "snapshot-isolation.smt2"]
TOKENS = [b"{", b"}", b"[", b"]", b'"', b",", b":", b"null", b"-1e9", b"\\u0000", b"\\ud800", b"\0", b"\xff", b"(", b")",
          b"(co t1 t2)", b"(hb t2 t1)", b"x", b"T1", b'"from": "initial"', b'"step": 1', b'"aborted": true', b"(not ",
          b"(or ", b"at-level"]


def damage(text, random_):
    data = bytearray(text)
    for _ in range(random_.randint(1, 3)):
        at = random_.randrange(len(data))
        match random_.randrange(4):
            case 0:
                del data[at:at + random_.randint(1, 20)]
            case 1:
                data[at:at] = random_.choice(TOKENS)
            case 2:
                data[at] = random_.randrange(256)
            case 3:
                end = min(len(data), at + random_.randint(1, 100))
                data[at:at] = data[at:end]
        data = data or bytearray(b"0")
    return bytes(data)


def check(level, history):
    try:
        done = subprocess.run([ISOPROOF, "check", "--level", str(level), str(history)], stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=60)
    except subprocess.TimeoutExpired:
        return "more than 60 seconds"
    if done.returncode not in (0, 1, 2):
        return f"status {done.returncode}: {done.stderr.decode(errors='replace')}"
    if (done.returncode == 2) != (b"error: " in done.stderr):
        return f"status {done.returncode} with the messages: {done.stderr.decode(errors='replace')}"
    return None


def main():
    failed = 0
    count = 0
    for path in HISTORIES + LEVELS:
        for seed in range(EACH):
            with tempfile.NamedTemporaryFile(suffix=path.suffix) as file:
                file.write(damage(path.read_bytes(), random.Random(f"{path.name} {seed}")))
                file.flush()
                wrong = check("si", file.name) if path.suffix == ".json" else \
                    check(file.name, HERE / "lost-update.json")
            count += 1
            if wrong:
                failed += 1
                print(f"{path.name}, seed {seed}: {wrong}")
    print(f"{count} damaged files, {failed} failed")
    sys.exit(failed > 0)


main()
