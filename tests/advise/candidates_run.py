"""Every change that is tried leaves what the routines do alone as it is: on a server, the same calls give the same
results, errors and rows with it as without it. A change that the server refuses, or that alters a result, fails."""

import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent))
sys.dont_write_bytecode = True
import postgresql  # noqa: E402

PRINTER = pathlib.Path(os.environ["ISOPROOF"]).resolve().parent / "advise-candidates"

# file: (rows, calls, rows that count)
CASES = {
    "tests/advise/skew.sql": (
        "INSERT INTO doctor VALUES (1, 1, true), (2, 1, true), (3, 1, false)",
        ["CALL leave_shift(1, 3)", "CALL leave_shift(1, 2)", "CALL leave_shift(2, 1)"], ["doctor"]),
    "tests/advise/counter.sql": (
        "INSERT INTO counter VALUES (1, 5), (2, 0)",
        ["CALL increment(1)", "CALL increment(1)", "CALL increment(3)"], ["counter"]),
    "tests/advise/sign_up.sql": (
        "INSERT INTO member (email) VALUES ('a')",
        ["CALL sign_up('a')", "CALL sign_up('b')", "CALL sign_up('b')"], ["member"]),
    "tests/advise/booking.sql": (
        "INSERT INTO booked (room, starts, ends) VALUES (1, '2024-01-01', '2024-01-05'), (2, '2024-01-01', '2024-01-05')",
        ["SELECT book(1, '2024-01-05', '2024-01-06')", "SELECT book(1, '2024-01-04', '2024-01-06')",
         "SELECT book(2, '2024-01-06', '2024-01-06')", "SELECT book(3, '2024-01-06', '2024-01-05')"], ["booked"]),
    "tests/advise/orders.sql": (
        "INSERT INTO customer VALUES (1, 'a'), (2, 'b')",
        ["CALL bill(1, 1, 10)", "CALL bill(2, 3, 10)", "CALL forget(1)", "CALL forget(2)", "CALL bill(3, 2, 1)"],
        ["customer", "invoice"]),
    "tests/advise/enroll.sql": (
        "INSERT INTO course VALUES (1, 2), (2, 0)",
        ["CALL enroll(1, 1)", "CALL enroll(2, 1)", "CALL enroll(1, 2)", "CALL enroll(1, 3)"], ["course", "enrolled"]),
    "tests/advise/two_reads.sql": (
        "INSERT INTO part VALUES (1, 3); INSERT INTO rest VALUES (1, 4)",
        ["SELECT total(1)", "CALL move(1, 2)", "SELECT total(1)", "SELECT total(2)"], ["part", "rest"]),
    "tests/advise/rechecks.sql": (
        "INSERT INTO stock VALUES (1, 5, NULL, 9.6), (2, 3, 'kept', 9.4), (3, 0, 'x', 20)",
        ["SELECT take(1, 2)", "SELECT take(2, 4)", "SELECT take(9, 1)", "SELECT take(1, NULL)", "SELECT try_take(1, 1)",
         "SELECT try_take(2, 1)", "SELECT try_take(9, 1)", "SELECT try_take(3, 1)", "SELECT try_take(1, NULL)",
         "SELECT take_some(1, 1)", "SELECT take_some(2, 1)", "SELECT take_some(9, 1)", "SELECT take_some(1, NULL)",
         "SELECT rename(1, 'kept')", "SELECT rename(1, 'y')", "SELECT rename(3, NULL)", "SELECT rename(9, 'y')",
         "SELECT discount(1)", "SELECT discount(2)", "SELECT discount(9)", "SELECT discard(1)", "SELECT discard(3)",
         "SELECT discard(9)"], ["stock"]),
    "tests/advise/expressions.sql": (
        "INSERT INTO savings VALUES (1, 'a', 10), (2, 'a', 5), (3, 'b', 0); INSERT INTO checking VALUES (1, 1), (3, 2)",
        ["SELECT pay(1, 11)", "SELECT pay(1, 1)", "SELECT pay(2, 1)", "SELECT take('a', 2, 15)", "SELECT take('a', 1, 1)",
         "SELECT take('c', 1, 1)"], ["savings", "checking"]),
    "benchmarks/smallbank/smallbank.sql": (
        "INSERT INTO account VALUES ('a', 1), ('b', 2); INSERT INTO savings VALUES (1, 10), (2, 20);"
        "INSERT INTO checking VALUES (1, 5), (2, 6)",
        ["SELECT balance('a')", "SELECT balance('z')", "CALL deposit_checking('a', 3)", "CALL transact_savings('b', -30)",
         "CALL transact_savings('b', -3)", "CALL amalgamate('a', 'b')", "CALL write_check('b', 7)",
         "CALL write_check('a', 9)", "SELECT balance('b')"], ["account", "savings", "checking"]),
    "benchmarks/bank/bank.sql": (
        "INSERT INTO account VALUES (1, 'a', 10), (2, 'a', 20), (3, 'b', 5)",
        ["CALL withdraw('a', 1, 15)", "CALL withdraw('b', 3, 6)", "CALL transfer(2, 3, 4)", "CALL transfer(3, 2, 100)"],
        ["account"]),
}


def outcome(server, text, rows, calls, tables):
    """What the calls return, the codes of their errors, and the rows in the end."""
    script = ["\\set VERBOSITY sqlstate", "DROP SCHEMA IF EXISTS s CASCADE;", "CREATE SCHEMA s; SET search_path = s;", text,
              rows + ";", "\\echo calls"]
    script += [call + ";" for call in calls]
    # an UPDATE that changes nothing still moves its row
    script += [f"SELECT t FROM {table} t ORDER BY 1;" for table in tables]
    out, err, _ = server.psql("\n".join(script), "-A", "-t")
    before, _, after = out.partition("calls\n")
    return after, err.replace("NOTICE", "")


def errors(text):
    return [line.split("ERROR:")[1].strip() for line in text.splitlines() if "ERROR:" in line]


def main():
    if not postgresql.folder():
        print("no PostgreSQL server is installed")
        return 0
    failures, tried = [], 0
    with postgresql.Server() as server:
        for name, (rows, calls, tables) in CASES.items():
            path = str(ROOT / name)
            listing = subprocess.run([PRINTER, path], stdout=subprocess.PIPE, text=True, check=True).stdout
            changes = [line for line in listing.splitlines() if line[:1].isdigit()]
            expected = outcome(server, (ROOT / name).read_text(), rows, calls, tables)
            if not expected[0]:
                failures.append(f"{name}: nothing came out: {expected[1]}")
            for number, change in enumerate(changes):
                if "raise-level" in change:
                    continue
                done = subprocess.run([PRINTER, path, str(number)], stdout=subprocess.PIPE, text=True, check=False)
                if done.returncode:
                    failures.append(f"{name}: {change}: cannot be read")
                    continue
                got = outcome(server, done.stdout, rows, calls, tables)
                tried += 1
                # another error is no other behaviour, as long as it is one, and PostgreSQL can run the statement
                refused = [e for e in errors(got[1]) if e[:2] in ("42", "0A")]
                if got[0] != expected[0] or len(errors(got[1])) != len(errors(expected[1])) or refused:
                    failures.append(f"{name}: {change}:\n{got[0]}{got[1]}instead of\n{expected[0]}{expected[1]}")
    print(f"{tried} changes tried")
    for failure in failures:
        print(failure)
    return 1 if failures or tried < 50 else 0


if __name__ == "__main__":
    sys.exit(main())
