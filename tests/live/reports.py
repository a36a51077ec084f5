"""Reports that cannot be replayed: each is refused with its reason, nothing is written, no server is asked."""
import json
import pathlib
import subprocess
import sys
import tempfile

from report import ISOPROOF, report

SQL = """CREATE TABLE account (id integer PRIMARY KEY, v integer NOT NULL);
CREATE PROCEDURE p() LANGUAGE plpgsql AS $$ BEGIN UPDATE account SET v = v + 1; END $$;
"""
STEPS = ["T1 begin", "T2 begin", "T1: UPDATE account SET v = 1 => #1", "T1 commit", "T2 commit"]


def anomaly(top):
    return top["results"][0]["anomalies"][0]


def change(place, key, value):
    def act(top):
        place(top)[key] = value
    return act


def schedule(top):
    return anomaly(top)["replay"]["schedule"]


def no_more(top):
    schedule(top).pop()


CASES = {
    "other-format": (change(lambda t: t, "format", "isoproof-levels"), "is not a report of isoproof"),
    "format-version": (change(lambda t: t, "format_version", 2), "is a report in another format"),
    "version": (change(lambda t: t, "version", "9.9.9"), "was written by isoproof 9.9.9, this is"),
    "no-digests": (change(lambda t: t, "digests", []), "digests: expected one for each file"),
    "changed-file": (change(lambda t: t, "digests", ["0123456789abcdef"]), "has changed since it was analyzed"),
    "missing-file": (change(lambda t: t, "files", ["/nonexistent.sql"]), "/nonexistent.sql: "),
    "standard-input": (change(lambda t: t, "files", ["<stdin>"]), "standard input, which cannot be read again"),
    "transaction": (change(lambda t: anomaly(t)["instances"][1], "transaction", "q"),
                    "T2 is an instance of q, which is not among the report's transactions"),
    "instance-id": (change(lambda t: anomaly(t)["instances"][1], "id", "T2/../../x"), "expected an instance's id"),
    "anomaly-id": (change(anomaly, "id", "../../../../../x"), "expected an anomaly's id of 16 hexadecimal digits"),
    "unknown-instance": (change(lambda t: schedule(t)[0], "instance", "T3"), "schedule[0].instance: expected"),
    "step-kind": (change(lambda t: schedule(t)[0], "kind", "sleep"), "schedule[0].kind: expected"),
    "no-text": (change(lambda t: schedule(t)[2], "text", None), "schedule[2].text: expected a statement"),
    "no-end": (no_more, "T2 does not end"),
    "no-begin": (lambda t: schedule(t).pop(0), "T1 has not begun"),
    "rows": (change(lambda t: anomaly(t)["replay"], "initial_rows", [{"table": "account", "values": {"id": 1}}]),
             "initial_rows[0].values.id: expected a text or null"),
    "order": (change(anomaly, "commit_order", ["T1", "T1"]), "commit_order: expected each instance once"),
    "visible": (change(anomaly, "visible", [["T1", "T4"]]), "visible: expected pairs of instances"),
    "no-results": (change(lambda t: t, "results", None), "results: expected an array"),
}


def run(path, *arguments):
    return subprocess.run([ISOPROOF, "replay", *arguments, str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, check=False)


def main():
    failures = 0

    def check(name, done, status, words):
        nonlocal failures
        if done.returncode != status or words not in done.stderr:
            failures += 1
            print(f"{name}: status {done.returncode}, not {status}, or does not say {words}:\n{done.stdout}{done.stderr}")

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        good = report(folder, SQL, ["account id=1 v=0"], STEPS)
        for case, (act, words) in CASES.items():
            top = json.loads(good.read_text())
            act(top)
            path = folder / f"{case}.json"
            path.write_text(json.dumps(top))
            check(case, run(path, "--export", str(folder / "out")), 2, words)
        for case, text, words in (("not-json", '{"format":\n  x}', "not-json.json:2:3: error: not JSON"),
                                  ("empty", "", "not JSON"), ("zero", "{}\0", "not JSON"), ("list", "[]", "is not a report")):
            path = folder / f"{case}.json"
            path.write_text(text)
            check(case, run(path, "--export", str(folder / "out")), 2, words)
        check("none", run(folder / "none.json"), 2, "none.json: ")
        check("no-anomaly", run(good, "--export", str(folder / "out"), "--anomaly", "0123456789abcdee"), 2,
              "has no anomaly 0123456789abcdee")
        check("isolation", run(good, "--export", str(folder / "out"), "--isolation", "chaos"), 2, "--isolation: expected")
        if (folder / "out").exists():
            failures += 1
            print("something was written")
        top = json.loads(good.read_text())
        anomaly(top)["replay"].update(status="refuted", reason="no history shows it", schedule=[])
        (folder / "refuted.json").write_text(json.dumps(top))
        check("refuted", run(folder / "refuted.json", "--export", str(folder / "out2")), 3, "(refuted: no history shows it)")
    print(f"{len(CASES) + 9} reports, {failures} failures")
    return 1 if failures else 0


sys.exit(main())
