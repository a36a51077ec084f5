"""node's driver of PostgreSQL for tests: Debian's package, which only Debian's node finds by itself, or else the one of the npm
registry, installed once beside the isoproof that is tested."""

import fcntl
import os
import pathlib
import shutil
import subprocess

DEBIAN = "/usr/share/nodejs"


def is_there(folder):
    return subprocess.run(["node", "-e", "require('pg')"], env=dict(os.environ, NODE_PATH=folder), capture_output=True,
                          check=False).returncode == 0


def install(folder):
    """One test at a time; another may have done it since."""
    folder.mkdir(exist_ok=True)
    with open(folder / "lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "node_modules" / "pg").is_dir() and shutil.which("npm"):
            try:
                subprocess.run(["npm", "install", "--prefix", str(folder), "--no-audit", "--no-fund", "pg@8"], capture_output=True,
                               timeout=60, check=False)
            except subprocess.TimeoutExpired:
                pass


def find():
    """Does `node` have it? The processes that are started from now on do."""
    if not shutil.which("node"):
        return False
    own = pathlib.Path(os.environ["ISOPROOF"]).resolve().parent / "node"
    for modules in (DEBIAN, str(own / "node_modules")):
        if modules != DEBIAN:
            install(own)
        if is_there(modules):
            os.environ["NODE_PATH"] = modules
            return True
    return False
