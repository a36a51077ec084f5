"""Starts a throw-away server for record: record.py RECORD SEED CLIENTS [--wrong]. SEED 0: one of its own, printed."""
import subprocess
import sys
import time

from server import Server


def main():
    program, seed, *rest = sys.argv[1:]
    if seed == "0":
        seed = str(time.time_ns())
    with Server() as server:
        return subprocess.run([program, server.dsn(), seed, *rest], check=False).returncode


sys.exit(main())
