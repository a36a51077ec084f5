"""The benchmark programs, run in memory: the assertions that tests/benchmarks makes of them on a server hold here, too.
Their DO blocks become functions.

benchmarks.py RUN_SQL"""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parent.parent.parent
TPCC = ["schema", "new_order", "payment", "order_status", "stock_level"]


def files(names):
    return "\n".join((ROOT / name).read_text() for name in names)


def suites():
    tpcc = [f"benchmarks/tpcc/{name}.sql" for name in TPCC]
    checks = ["tests/benchmarks/tpcc.sql"]
    delivery = ["tests/benchmarks/tpcc_delivery.sql"]
    one, ten = "CALL delivery(1, 3, 9); CALL delivery(1, 3, 9);", "CALL delivery(1, 9); CALL delivery(1, 9);"
    yield "tpcc one district", tpcc + ["benchmarks/tpcc/delivery_one_district.sql"] + checks, one, delivery
    yield "tpcc checked", tpcc + ["benchmarks/tpcc/delivery_one_district_checked.sql"] + checks, one, delivery
    yield "tpcc ten districts", tpcc + ["benchmarks/tpcc/delivery_ten_districts.sql"] + checks, ten, delivery
    by_name = [name.replace("payment", "payment_balance_by_name").replace("order_status", "order_status_balance_by_name")
               for name in tpcc]
    yield "tpcc balance by name", by_name + checks, "", []
    for name in ("smallbank", "courseware", "withdraw", "bank"):
        yield name, [f"benchmarks/{name}/{name}.sql", f"tests/benchmarks/{name}.sql"], "", []
    yield "courseware delete", ["benchmarks/courseware/courseware_delete.sql", "tests/benchmarks/courseware_delete.sql"], "", []


def run(run_sql, names, between, after):
    """What is printed by the checks, on the rows that the files set up."""
    calls = []

    def function(match):
        calls.append(f"SELECT check_{len(calls)}();")
        return f"CREATE FUNCTION check_{len(calls) - 1}() RETURNS void LANGUAGE plpgsql AS $$"

    before = re.sub(r"^DO \$\$", function, files(names), flags=re.M)
    calls.append(between)
    text = before + re.sub(r"^DO \$\$", function, files(after), flags=re.M)
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
        # All of it sets up rows, in one run: sequences then go on where they were, as on a server.
        file.write(text + "\n" + "\n".join(calls) + "\n")
        file.flush()
        done = subprocess.run([run_sql, file.name, "SELECT 1"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, check=False)
    return done.stdout, len(calls) - 1


def main():
    failures = 0
    for name, names, between, after in suites():
        output, checks = run(sys.argv[1], names, between, after)
        problems = [line for line in output.splitlines() if re.match(r"ERROR|UNABLE|\d+:", line)]
        print(f"{'FAILED' if problems or not checks else 'passed'}: {name}, {checks} blocks", *problems[:5], sep="\n  ")
        failures += bool(problems or not checks)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
