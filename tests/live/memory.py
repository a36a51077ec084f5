"""isoproof replay without a server: a report's anomalies run again from what the report says, and a report that was tampered
with is not confirmed."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ISOPROOF = os.environ.get("ISOPROOF", "isoproof")
FOLDER = pathlib.Path(__file__).resolve().parents[2] / "benchmarks"


def anomaly(top):
    return top["results"][0]["anomalies"][0]


def serial(top):
    first, second = anomaly(top)["commit_order"]
    anomaly(top)["visible"] = [[first, second]]


def poor(top):
    for row in anomaly(top)["replay"]["initial_rows"]:
        row["values"]["balance"] = "0.00"


def no_rows(top):
    anomaly(top)["replay"]["initial_rows"] = []


def twice(top):
    rows = anomaly(top)["replay"]["initial_rows"]
    rows.append(rows[0])


def no_table(top):
    anomaly(top)["replay"]["initial_rows"][0]["table"] = "nothing"


def no_number(top):
    anomaly(top)["replay"]["initial_rows"][0]["values"]["balance"] = "much"


def argument(top):
    anomaly(top)["instances"][0]["arguments"]["p_amount"] = 1000000


def few_arguments(top):
    anomaly(top)["instances"][0]["arguments"].popitem()


CASES = {
    "as it is": (lambda top: None, 0, "confirmed in memory"),
    "serial": (serial, 1, "not confirmed in memory: "),
    "poor": (poor, 1, "not confirmed in memory: "),
    "no rows": (no_rows, 1, "not confirmed in memory: "),
    "row twice": (twice, 1, "not confirmed in memory: "),
    "argument": (argument, 1, "not confirmed in memory: "),
    "no table": (no_table, 3, "not run: the files have no table nothing"),
    "no number": (no_number, 3, "not run: initial row of account, balance: "),
    "few arguments": (few_arguments, 3, "not run: T1 lacks arguments"),
}


def main():
    failures = 0
    with tempfile.TemporaryDirectory() as name:
        path = pathlib.Path(name) / "report.json"
        subprocess.run([ISOPROOF, "analyze", "--level", "snapshot-isolation", "--transactions", "withdraw", "--format",
                        "json", "--output", str(path), str(FOLDER / "bank" / "bank.sql")], check=False)
        text = path.read_text()
        for case, (act, status, words) in CASES.items():
            top = json.loads(text)
            act(top)
            path.write_text(json.dumps(top))
            done = subprocess.run([ISOPROOF, "replay", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  text=True, check=False)
            if done.returncode != status or words not in done.stdout:
                failures += 1
                print(f"{case}: status {done.returncode}, not {status}, or does not say {words}:\n"
                      f"{done.stdout}{done.stderr}")
    print(f"{len(CASES)} reports, {failures} failures")
    return 1 if failures else 0


sys.exit(main())
