#!/usr/bin/env python3
"""An interrupted check says what is not decided, and its exit status is that of undecided levels.

The history comes after the interruption, so that nothing depends on how fast the machine is.
"""

import os
import signal
import subprocess
import sys

HISTORY = "".join(f"w(1,{i},{i % 5},{i})\nr(1,{i},{(i + 1) % 5},{i + 1000})\n" for i in range(1, 101))


def main():
    command = [os.environ["ISOPROOF"], "check", "--level", "causal,si", "-"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               preexec_fn=lambda: signal.signal(signal.SIGTERM, signal.SIG_DFL))
    process.stdin.write(HISTORY)
    process.stdin.flush()
    process.stdin.write("\n" * 100000)  # more than a pipe holds: the command is reading
    process.stdin.flush()
    process.send_signal(signal.SIGTERM)
    heard = process.stderr.readline()
    output, errors = process.communicate()
    problems = []
    if heard != "isoproof: interrupted\n" or errors:
        problems.append(f"on standard error: {heard}{errors}")
    if process.returncode != 3:
        problems.append(f"exit status {process.returncode}")
    if output.count(": undecided\n    interrupted before it was decided\n") != 2:
        problems.append(output)
    print("\n".join(problems) if problems else "what an interruption leaves open is undecided")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
