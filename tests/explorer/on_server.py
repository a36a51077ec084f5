"""Starts a server for on_server.c: on_server.py PROGRAM CLIENTS SEED; exits with 77 (skipped) where there is none."""
import os
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import postgresql  # noqa: E402

program, clients, seed = sys.argv[1:]
if not postgresql.folder():
    print("no PostgreSQL server found below /usr/lib/postgresql")
    sys.exit(postgresql.SKIPPED)
with postgresql.Server() as server:
    conninfo = f"host={server.work} user={server.USER} dbname=postgres"
    sys.exit(subprocess.run([program, conninfo, clients, seed], check=False).returncode)
