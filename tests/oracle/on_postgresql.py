"""Does the oracle's interpreter do what PostgreSQL does? Runs `oracle --script` on a throw-away server.

on_postgresql.py ORACLE SETS SEED [OPTION…]; exits with 77 (skipped) where no server is installed."""
import glob
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile


def main():
    oracle, sets, seed, *options = sys.argv[1:]
    servers = [b for b in sorted(glob.glob("/usr/lib/postgresql/*/bin")) if os.access(b + "/initdb", os.X_OK)]
    if not servers:
        print("no PostgreSQL server found below /usr/lib/postgresql")
        return 77
    script = subprocess.run([oracle, "--script", *options, "--sets", sets, "--seed", seed], stdout=subprocess.PIPE, check=True)
    # The server refuses to run as root.
    as_server = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
    work = pathlib.Path(tempfile.mkdtemp(prefix="isoproof-oracle."))
    try:
        if as_server:
            shutil.chown(work, "postgres")
        control = as_server + [servers[-1] + "/pg_ctl", "-D", str(work / "data"), "-l", str(work / "log"), "-w", "-s"]
        subprocess.run(as_server + [servers[-1] + "/initdb", "-D", str(work / "data"), "-A", "trust", "-U", "oracle",
                                    "-E", "UTF8", "--no-sync"], stdout=subprocess.DEVNULL, cwd="/", check=True)
        subprocess.run(control + ["-o", f"-k {work} -c listen_addresses= -c fsync=off", "start"], cwd="/", check=True)
        try:
            out = subprocess.run(["psql", "-X", "-q", "-h", str(work), "-U", "oracle", "-d", "postgres"],
                                 input=script.stdout, stdout=subprocess.PIPE, stderr=subprocess.PIPE).stdout.decode()
        finally:
            subprocess.run(control + ["-m", "immediate", "stop"], cwd="/", check=False)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    runs = wrong = 0
    place, got, want = "", [], []
    for line in out.splitlines():
        kind, _, rest = line.partition("|")
        if kind == "got" or line == "got an error":
            got.append(rest or line)
        elif kind == "want":
            want.append(rest)
        elif line == "end":
            runs += 1
            if sorted(got) != sorted(want):
                wrong += 1
                print(f"{place}: PostgreSQL has {sorted(got)}, the oracle {sorted(want)}")
            got, want = [], []
        else:
            place = line
    print(f"{runs} runs, {wrong} different")
    return 1 if wrong or runs < int(sets) else 0


sys.exit(main())
