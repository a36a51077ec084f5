"""What a file's routines become does not depend on how their schema was written down.

A server reads the file (migrations, renamings and all), pg_dump writes what is left, and `isoproof programs` must give
the same for both. This finds what the frontend forgets of a migration, and names that it resolves in another way than
the server does. usage: dump.py PART PARTS; the first part
also has the files in cases/
"""

import difflib
import glob
import os
import re
import subprocess
import sys
import tempfile

SOURCE = os.environ["ISOPROOF_SOURCE_DIR"]
sys.path.insert(0, SOURCE + "/tests")
from postgresql import SKIPPED, Server, folder  # noqa: E402

# A dump has constraints in the order of their names, so the checks of foreign keys may change places: lines are compared
# without their statements' numbers and sorted.
NUMBERS = re.compile(r"(?m)^  \d+: | \(line \d+\)|#\d+\b")
SCRIPT = re.compile(r"(?m)^(BEGIN|START TRANSACTION)\b.*;")
COVERAGE = re.compile(r"(?m)^(?=read: )")
# Files that cannot be loaded as they are, or hold more than a schema and routines, are no cases; of the others at least
# so many must be left, or this would test nothing.
FEWEST = 0.7


def programs(files):
    done = subprocess.run([os.environ["ISOPROOF"], "programs", *files], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          check=False)
    if done.returncode not in (0, 2, 3):
        sys.exit(f"isoproof programs {' '.join(files)}: status {done.returncode}")
    text = COVERAGE.split(done.stdout.decode().replace("public.", ""))[0]
    found = {}
    for program in re.split(r"(?m)^(?=program )", text):
        name = re.match(r"program ([^ (]+)", program)
        if name:
            lines = NUMBERS.sub(lambda m: "  n: " if m.group().endswith(": ") else "", program).split("\n")
            found[name.group(1)] = sorted(line for line in lines if line.strip())
    return found


def dumped(server, database, template, file):
    """pg_dump's text of a new database that has what the template has and then reads the file; None: it holds scripts,
    or the server refuses it."""
    with open(file, encoding="utf-8") as stream:
        text = stream.read()
    if SCRIPT.search(text):
        return None
    server.psql(f"CREATE DATABASE {database} TEMPLATE {template}")
    if "ERROR" in server.psql(text, "-d", database)[1]:
        return None
    return subprocess.run([folder() + "/pg_dump", "--schema-only", "-h", server.work, "-U", server.USER, database],
                          stdout=subprocess.PIPE, check=True).stdout


def differences(name, read, kept):
    if read is None or kept is None:
        return [f"{name}: only in the {'dump' if read is None else 'files'}"]
    return list(difflib.unified_diff(read, kept, name + " as written", name + " as dumped", n=0, lineterm=""))


def main():
    if not folder():
        print("no PostgreSQL server is installed")
        return SKIPPED
    part, parts = int(sys.argv[1]), int(sys.argv[2])
    lowering = SOURCE + "/tests/frontend-lowering/"
    cases = [[lowering + "schema.sql", f] for f in sorted(glob.glob(lowering + "*/*.sql"))]
    cases = cases[part - 1::parts]
    if part == 1:
        cases += [[f] for f in sorted(glob.glob(os.path.dirname(os.path.abspath(__file__)) + "/cases/*.sql"))]
    compared = failed = 0
    with Server() as server, tempfile.TemporaryDirectory() as work:
        server.psql("CREATE DATABASE lowering")
        with open(lowering + "schema.sql", encoding="utf-8") as stream:
            server.psql(stream.read(), "-d", "lowering")
        for number, files in enumerate(cases):
            own = len(files) == 1
            dump = dumped(server, f"case{number}", "template1" if own else "lowering", files[-1])
            if dump is None:
                if own:
                    sys.exit(f"{files[0]}: the server does not load it")
                continue
            compared += 1
            with open(work + "/dump.sql", "wb") as out:
                out.write(dump)
            read, kept = programs(files), programs([work + "/dump.sql"])
            found = [line for name in sorted(set(read) | set(kept))
                     for line in differences(name, read.get(name), kept.get(name))]
            if found or not read:
                failed += 1
                print(f"== {os.path.relpath(files[-1], SOURCE)}: {len(read)} programs", *found[:40], sep="\n")
    print(f"{compared} of {len(cases)} cases compared, {failed} differ")
    return 1 if failed or compared < FEWEST * len(cases) else 0


if __name__ == "__main__":
    sys.exit(main())
