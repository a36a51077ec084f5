"""A throw-away PostgreSQL server for tests: `with Server() as server: server.psql(…)`."""

import glob
import os
import shutil
import subprocess
import tempfile

SKIPPED = 77


def folder():
    """Where the newest installed server's programs are; None: there is no server."""
    found = [b for b in sorted(glob.glob("/usr/lib/postgresql/*/bin")) if os.access(b + "/initdb", os.X_OK)]
    return found[-1] if found else None


class Server:
    USER = "isoproof"

    def __enter__(self):
        # The server refuses to run as root.
        self.as_server = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        self.work = tempfile.mkdtemp(prefix="isoproof-server.")
        self.control = self.as_server + [folder() + "/pg_ctl", "-D", self.work + "/data", "-l", self.work + "/log",
                                         "-w", "-s"]
        try:
            if self.as_server:
                shutil.chown(self.work, "postgres")
            subprocess.run(self.as_server + [folder() + "/initdb", "-D", self.work + "/data", "-A", "trust", "-U",
                                             self.USER, "-E", "UTF8", "--no-sync"],
                           stdout=subprocess.DEVNULL, cwd="/", check=True)
            subprocess.run(self.control + ["-o", f"-k {self.work} -c listen_addresses= -c fsync=off", "start"],
                           cwd="/", check=True)
        except BaseException:
            shutil.rmtree(self.work, ignore_errors=True)
            raise
        return self

    def __exit__(self, *_):
        subprocess.run(self.control + ["-m", "immediate", "stop"], cwd="/", check=False)
        shutil.rmtree(self.work, ignore_errors=True)

    def psql(self, script, *options):
        """Output and messages of psql, which reads the script."""
        done = subprocess.run([folder() + "/psql", "-X", "-q", "-h", self.work, "-U", self.USER, "-d", "postgres", *options],
                              input=script.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        return done.stdout.decode(), done.stderr.decode(), done.returncode
