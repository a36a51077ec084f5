"""What advice says does not depend on how fast it runs: stopped for seconds in the middle of it, longer than any part of
the work takes, the command answers as if it had not been."""

import os
import pathlib
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAUSE = 5


def answer(pause_after):
    command = [os.environ["ISOPROOF"], "advise", "--timeout", "20", str(ROOT / "benchmarks/bank/bank.sql")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as run:
        if pause_after is not None:
            time.sleep(pause_after)
            run.send_signal(signal.SIGSTOP)
            time.sleep(PAUSE)
            run.send_signal(signal.SIGCONT)
        return run.communicate()[0]


def main():
    start = time.monotonic()
    expected = answer(None)
    took = time.monotonic() - start
    if "fix (verified)" not in expected:
        print(expected)
        return 1
    if took + PAUSE > 18:
        print(f"took {took:.1f} s: too busy to tell")
        return 0
    got = answer(0.7 * took)
    if got != expected:
        print(f"after a pause of {PAUSE} s:\n{got}\ninstead of\n{expected}")
    return got != expected


if __name__ == "__main__":
    sys.exit(main())
