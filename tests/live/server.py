"""The tests' throw-away server, with what these suites need besides."""
import pathlib
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import postgresql  # noqa: E402 pylint: disable=wrong-import-position

RESTARTING = ("the database system is", "because of crash", "terminating connection")


class Server(postgresql.Server):
    def __init__(self):
        if not postgresql.folder():
            print("no PostgreSQL server found below /usr/lib/postgresql")
            sys.exit(postgresql.SKIPPED)
        self.library = pathlib.Path(postgresql.folder()).parent / "lib"

    def __enter__(self):
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        super().__enter__()
        self.sql("ALTER SYSTEM SET deadlock_timeout = '200ms'")
        self.sql("SELECT pg_reload_conf()")
        return self

    def stop(self):
        subprocess.run(self.control + ["-m", "immediate", "stop"], cwd="/", check=False)

    def start(self):
        subprocess.run(self.control + ["-o", f"-k {self.work} -c listen_addresses= -c fsync=off", "start"], cwd="/",
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)

    def dsn(self, database="postgres", user=postgresql.Server.USER):
        return f"host={self.work} user={user} dbname={database}"

    def sql(self, sql):
        """The answer's lines, columns separated by |."""
        for _ in range(100):
            out, err, status = self.psql(sql, "-A", "-t", "-v", "ON_ERROR_STOP=1")
            if status == 0:
                return out.splitlines()
            if not any(word in err for word in RESTARTING):
                break
            time.sleep(0.1)
        raise RuntimeError(err)
