"""Many programs: the verdict comes from pairs and short paths, and is the same as that of the few programs that matter,
whatever stands beside them."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

ISOPROOF = os.path.abspath(os.environ["ISOPROOF"])
BESIDE = 24  # more than are put into one formula
LEVELS = ("read-committed", "repeatable-read", "serializable")
SCHEMA = """
CREATE TABLE saving (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE checking (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE visit (id int PRIMARY KEY, n int NOT NULL);
"""
DEPOSIT = """
CREATE FUNCTION deposit(p int, a int) RETURNS void LANGUAGE sql AS $$ UPDATE saving SET v = v + a WHERE id = p $$;
"""
WRITE_CHECK = """
CREATE FUNCTION write_check(p int, a int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE s int;
BEGIN
    SELECT v INTO s FROM saving WHERE id = p;
    IF s < a THEN a := a + 1; END IF;
    UPDATE checking SET v = v - a WHERE id = p;
END $$;
"""
BALANCE = """
CREATE FUNCTION balance(p int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE s int; c int;
BEGIN
    SELECT v INTO s FROM saving WHERE id = p;
    SELECT v INTO c FROM checking WHERE id = p;
    RETURN s + c;
END $$;
"""
# One component with all others.
SEEN = """
CREATE FUNCTION seen(p int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE s int;
BEGIN
    SELECT v INTO s FROM saving WHERE id = p;
    UPDATE visit SET n = n + 1 WHERE id = p;
    RETURN s;
END $$;
"""
VISITS = "".join(f"CREATE FUNCTION visit_{i}(p int) RETURNS void LANGUAGE sql AS "
                 f"$$ UPDATE visit SET n = n + {i + 1} WHERE id = p $$;\n" for i in range(BESIDE))
# No two of them form a cycle, but three do: a test of two alone would call it safe.
THREE = SCHEMA + DEPOSIT + WRITE_CHECK + BALANCE + SEEN
# No cycle at repeatable read: the reader of both tables is missing.
TWO = SCHEMA + DEPOSIT + WRITE_CHECK + SEEN
wrong = []


def verdicts(text, *options):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "programs.sql"
        path.write_text(text)
        run = subprocess.run([ISOPROOF, "analyze", "--format", "json", "--timeout", "300", *options, str(path)],
                             stdout=subprocess.PIPE, check=False, timeout=400)
    return {result["level"].split("/")[1]: result for result in json.loads(run.stdout)["results"]}


def expect(good, what):
    if not good:
        wrong.append(what)
        print(f"wrong: {what}", flush=True)


def programs_of(result):
    return [sorted(instance["transaction"] for instance in anomaly["instances"]) for anomaly in result["anomalies"]
            if anomaly["replay"]["status"] == "confirmed"]


def main():
    three, two = verdicts(THREE + VISITS), verdicts(TWO + VISITS)
    for level, expected in zip(LEVELS, ("unsafe", "unsafe", "safe")):
        expect(three[level]["verdict"] == expected, f"three programs: {three[level]['verdict']} at {level}")
    expect(["balance", "deposit", "write_check"] in programs_of(three["repeatable-read"]),
           f"three programs at repeatable-read: {programs_of(three['repeatable-read'])}")
    for text, many, name in ((THREE, three, "three"), (TWO, two, "two")):
        few = verdicts(text)
        for level in LEVELS:
            expect(many[level]["verdict"] == few[level]["verdict"],
                   f"{name} programs at {level}: {many[level]['verdict']} beside many, {few[level]['verdict']} alone")
    expect(two["repeatable-read"]["verdict"] == "safe", f"two programs: {two['repeatable-read']['verdict']}")
    unsearched = verdicts(THREE + VISITS, "--max-cycle", "2", "--level", "postgresql/repeatable-read")
    expect(unsearched["repeatable-read"]["verdict"] == "undecided",
           f"three programs, cycles of two only: {unsearched['repeatable-read']['verdict']}")
    print("as expected" if not wrong else f"{len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
