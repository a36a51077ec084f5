"""isoproof serve for tests: `with Server("causal", schema) as server: …`."""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ISOPROOF = os.environ["ISOPROOF"]
PYTHON = "/usr/bin/python3"  # Debian's, with its drivers
SKIPPED = 77
failures = []


def expect(condition, what):
    if not condition:
        failures.append(what)


def finish():
    if failures:
        print("\n".join(failures))
        sys.exit(1)


def need_driver():
    if subprocess.run([PYTHON, "-c", "import psycopg2"], capture_output=True, check=False).returncode:
        print("no psycopg2: skipped")
        sys.exit(SKIPPED)


class Server:
    def __init__(self, level, *options, schema=HERE / "shop.sql", waits=True):
        self.folder = tempfile.mkdtemp(prefix="isoproof-test.")
        self.process = subprocess.Popen(
            [ISOPROOF, "serve", "--level", level, "--schema", str(schema), "--listen", self.folder, *options],
            stderr=subprocess.PIPE, text=True)
        self.said = ""
        if waits:
            self.wait()
        self.environment = dict(os.environ, PGHOST=self.folder, PGPORT="5432", PGUSER="tester", PGDATABASE="shop")

    def wait(self):
        self.said = self.process.stderr.readline()

    def run(self, *command, **options):
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=60, check=False,
                              **options)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        said = self.said + self.process.communicate(timeout=20)[1]
        shutil.rmtree(self.folder, ignore_errors=True)
        return self.process.returncode, said

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.returncode is None:
            self.stop()
