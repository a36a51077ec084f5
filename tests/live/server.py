"""A throw-away PostgreSQL server on a Unix socket in a temporary folder."""
import glob
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SKIPPED = 77


class Server:
    """with Server() as server: … The server goes with the block, also on SIGTERM."""

    def __init__(self):
        servers = [b for b in sorted(glob.glob("/usr/lib/postgresql/*/bin")) if os.access(b + "/initdb", os.X_OK)]
        if not servers:
            print("no PostgreSQL server found below /usr/lib/postgresql")
            sys.exit(SKIPPED)
        self.bin = servers[-1]
        self.library = pathlib.Path(self.bin).parent / "lib"
        # The server refuses to run as root.
        self.as_server = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []

    def __enter__(self):
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="isoproof-live.", dir="/tmp"))
        if self.as_server:
            shutil.chown(self.work, "postgres")
        self.run(["/initdb", "-D", str(self.work / "data"), "-A", "trust", "-U", "isoproof", "-E", "UTF8", "--no-sync",
                  "--no-locale"])
        self.start()
        return self

    def __exit__(self, *_):
        try:
            self.stop()
        finally:
            shutil.rmtree(self.work, ignore_errors=True)

    def run(self, command, check=True):
        return subprocess.run(self.as_server + [self.bin + command[0]] + command[1:], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, cwd="/", check=check)

    def start(self):
        self.run(["/pg_ctl", "-D", str(self.work / "data"), "-l", str(self.work / "log"), "-w", "-s", "-o",
                  f"-k {self.work} -c listen_addresses= -c fsync=off -c max_connections=100 "
                  "-c deadlock_timeout=200ms", "start"])

    def stop(self):
        self.run(["/pg_ctl", "-D", str(self.work / "data"), "-m", "immediate", "-s", "stop"], check=False)

    def dsn(self, database="postgres", user="isoproof"):
        return f"host={self.work} user={user} dbname={database}"

    def sql(self, sql, database="postgres"):
        """The answer's lines, columns separated by |."""
        for _ in range(100):
            done = subprocess.run(["psql", "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", self.dsn(database)],
                                  input=sql, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
            if done.returncode == 0:
                return done.stdout.splitlines()
            # It may be about to restart after a crash.
            if not any(word in done.stderr for word in ("the database system is", "because of crash")):
                break
            time.sleep(0.1)
        raise RuntimeError(done.stderr)
