"""Colour goes to terminals only, and not to those who decline it."""

import os
import pty
import subprocess
import sys

isoproof = os.environ["ISOPROOF"]
failures = 0


def on_terminal(arguments, **environment):
    """What the command writes when standard output is a terminal."""
    master, slave = pty.openpty()
    env = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS")}
    env.update({"TERM": "xterm", **environment})
    process = subprocess.Popen([isoproof, *arguments], stdin=subprocess.DEVNULL, stdout=slave,
                               stderr=subprocess.DEVNULL, env=env)
    os.close(slave)
    output = b""
    while True:
        try:
            chunk = os.read(master, 65536)
        except OSError:  # the other end is closed
            break
        if not chunk:
            break
        output += chunk
    os.close(master)
    process.wait()
    return output


def check(condition, what):
    global failures
    if not condition:
        failures += 1
        print(f"FAILED: {what}")


for arguments in (["help"], ["explain", "write-skew"], ["levels"]):
    name = " ".join(arguments)
    coloured = on_terminal(arguments)
    check(b"\x1b[1m" in coloured, f"{name}: bold on a terminal")
    check(b"\x1b" not in on_terminal(arguments, NO_COLOR="1"), f"{name}: NO_COLOR")
    check(b"\x1b" in on_terminal(arguments, NO_COLOR=""), f"{name}: an empty NO_COLOR is none")
    check(b"\x1b" not in on_terminal(arguments, TERM="dumb"), f"{name}: a dumb terminal")
    piped = subprocess.run([isoproof, *arguments], capture_output=True, check=False).stdout
    check(piped and b"\x1b" not in piped, f"{name}: a pipe")

sys.exit(1 if failures else 0)
