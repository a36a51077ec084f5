"""Every line of cases/*.sql, run in memory by run-sql and on a throw-away PostgreSQL, must give the same rows and the
same SQLSTATE. What is not run in memory must be listed in cases/unable.txt: nothing goes missing unnoticed.

differential.py RUN_SQL [FILE…]   (77: there is no server)"""

import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import postgresql  # noqa: E402

HERE = pathlib.Path(__file__).parent / "cases"
SCHEMA = HERE / "schema.sql"


def split(output):
    """What was printed after each #LINE."""
    result, current = {}, None
    for line in output.splitlines():
        if line.startswith("#") and line[1:].isdigit():
            current = result.setdefault(int(line[1:]), [])
        elif current is not None:
            current.append(line)
    return result


def until_error(lines):
    result = []
    for line in lines:
        if line.startswith("ERROR"):
            return result + ["ERROR " + line.split()[1]]
        if not line.startswith(("NOTICE", "WARNING", "INFO")):
            result.append(line)
    return result


def in_memory(run_sql, cases):
    done = subprocess.run([run_sql, str(SCHEMA)], input="".join(case + "\n" for case in cases), text=True,
                          stdout=subprocess.PIPE, check=True)
    return split(done.stdout)


def on_server(server, cases):
    script = ["\\set VERBOSITY sqlstate", "\\pset null NULL", "\\pset tuples_only on", "\\pset format unaligned",
              "set timezone = 'UTC';"]
    for number, case in enumerate(cases, 1):
        # psql's own variables and meta commands have no place here; a missing semicolon is added. What COMMIT would
        # check is checked, though nothing is to stay.
        script += [f"\\echo #{number}", "BEGIN;", case.rstrip(";") + ";", "SET CONSTRAINTS ALL IMMEDIATE;", "ROLLBACK;"]
    done = subprocess.run([postgresql.folder() + "/psql", "-X", "-q", "-h", server.work, "-U", server.USER, "-d", "cases"],
                          input="\n".join(script) + "\n", text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    return split(done.stdout)


def create_database(server):
    """None, or what went wrong."""
    server.psql("CREATE DATABASE cases TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C.UTF-8';")
    _, errors, _ = server.psql(SCHEMA.read_text(), "-d", "cases", "-v", "ON_ERROR_STOP=1")
    return errors if "ERROR" in errors else None


def compare(name, cases, mine, theirs, expected_unable):
    failures, unable, agree = 0, [], 0
    for number, case in enumerate(cases, 1):
        if not case.strip() or case.startswith("--"):
            continue
        got, wanted = until_error(mine.get(number, ["(nothing)"])), until_error(theirs.get(number, ["(nothing)"]))
        reason = [line for line in got if line.startswith("UNABLE")]
        if reason:
            unable.append(f"{name}:{case} -- {reason[0].split(' ', 2)[2]}")
            continue
        if got == wanted:
            agree += 1
            continue
        failures += 1
        print(f"{name}:{number}: {case}\n  in memory: {got}\n  server:    {wanted}")
    known = set(expected_unable)
    for case in unable:
        if case not in known:
            failures += 1
            print(f"not run in memory, and not in unable.txt: {case}")
    return failures, agree, unable


def main():
    run_sql = str(pathlib.Path(sys.argv[1]).absolute())
    files = [pathlib.Path(f) for f in sys.argv[2:]] or sorted(f for f in HERE.glob("*.sql") if f != SCHEMA)
    if not postgresql.folder():
        print("no PostgreSQL server found")
        return postgresql.SKIPPED
    expected = (HERE / "unable.txt").read_text().splitlines() if (HERE / "unable.txt").exists() else []
    failures, agree, unable = 0, 0, []
    with postgresql.Server() as server:
        errors = create_database(server)
        if errors:
            print(errors)
            return 1
        texts = [file.read_text().splitlines() for file in files]
        # In memory all at once: reading the schema takes most of the time of a short file. A server's session counts portals.
        mine, before = in_memory(run_sql, [case for text in texts for case in text]), 0
        for file, text in zip(files, texts):
            own = {number - before: lines for number, lines in mine.items() if before < number <= before + len(text)}
            result = compare(file.name, text, own, on_server(server, text), expected)
            failures, agree, unable = failures + result[0], agree + result[1], unable + result[2]
            before += len(text)
    if os.environ.get("UPDATE"):
        (HERE / "unable.txt").write_text("".join(line + "\n" for line in sorted(unable)))
    for line in set(expected) - set(unable):
        if not sys.argv[2:]:
            print(f"in unable.txt, but run: {line}")
            failures += 1
    print(f"{agree} cases agree, {failures} failures, {len(unable)} not run in memory")
    return 1 if failures or not agree else 0


if __name__ == "__main__":
    sys.exit(main())
