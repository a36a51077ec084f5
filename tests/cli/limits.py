"""Large input, short limits and interruptions: a report or a clear message, a status that means it, no file or process left over.
The report is the same whatever --jobs, and a process that dies loses only its own level."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

ISOPROOF = os.path.abspath(os.environ["ISOPROOF"])
SLOW = 6  # a limit of time may be exceeded so many times where much else runs; by a tenth where nothing does
wrong = []


def expect(good, what, detail=""):
    if not good:
        wrong.append(what)
        print(f"wrong: {what}\n{detail[-600:]}", flush=True)


def tables(count):
    names = [f"t{i}" for i in range(count)]
    return ("".join(f"CREATE TABLE {name} (id int PRIMARY KEY, v int);\n" for name in names) +
            "CREATE FUNCTION all_of_them() RETURNS void LANGUAGE plpgsql AS $$ BEGIN\n" +
            "".join(f"UPDATE {name} SET v = v + 1 WHERE id = 1;\n" for name in names) + "END $$;\n")


def programs(count):
    return ("".join(f"CREATE TABLE t{i} (id int PRIMARY KEY, v int NOT NULL);\n" for i in range(30)) +
            "".join(f"CREATE FUNCTION p{i}(k int) RETURNS void LANGUAGE plpgsql AS $$ DECLARE x int; BEGIN "
                    f"SELECT v INTO x FROM t{i % 30} WHERE id = k; "
                    f"UPDATE t{(i + 1) % 30} SET v = x + {i} WHERE id = k; END $$;\n" for i in range(count)))


def check_end(what, status, errors, output, left):
    """With a report: the status of one, and the file is whole. Without: a message says why, and there is no file."""
    if output.exists():
        report = json.loads(output.read_text())
        verdicts = {result["verdict"] for result in report["results"]}
        expect(status in (0, 1, 3), f"{what}: status {status}", errors)
        expect("undecided" not in verdicts or status != 0, f"{what}: status 0 although undecided", errors)
    else:
        expect(status in (3, 130), f"{what}: status {status} without a report", errors)
        expect("before there was a report" in errors, f"{what}: does not say why there is no report", errors)
    expect(left == {"in.sql"} | ({"out.json"} if output.exists() else set()), f"{what}: leaves {sorted(left)}")


def run(text, options, interrupted=None):
    """Status, messages, seconds; interrupted: after so many seconds."""
    with tempfile.TemporaryDirectory() as folder:
        source, output = pathlib.Path(folder) / "in.sql", pathlib.Path(folder) / "out.json"
        source.write_text(text)
        begin = time.monotonic()
        process = subprocess.Popen([ISOPROOF, "analyze", "--format", "json", "-o", str(output), *options, str(source)],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if interrupted is not None:
            time.sleep(interrupted)
            process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=300)
        seconds = time.monotonic() - begin
        what = f"{len(text)} bytes {' '.join(options)} {interrupted if interrupted is not None else ''}"
        if process.returncode != -signal.SIGINT:  # it had not begun to look at signals
            check_end(what, process.returncode, errors.decode(), output, set(os.listdir(folder)))
        return what, seconds


def stripped(value):
    if isinstance(value, dict):
        return {key: stripped(inner) for key, inner in value.items()
                if key not in ("statistics", "seconds") and not key.endswith("_seconds")}
    return [stripped(inner) for inner in value] if isinstance(value, list) else value


def jobs():
    reports = []
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "in.sql"
        source.write_text(programs(2))
        for count in "1", "2", "3":
            done = subprocess.run([ISOPROOF, "analyze", "--format", "json", "--timeout", "300", "--jobs", count,
                                   str(source)], stdout=subprocess.PIPE, check=False, timeout=400)
            reports.append(stripped(json.loads(done.stdout)))
    expect(reports[0] == reports[1] == reports[2], "reports differ with the number of jobs")


def children_of(process):
    return [int(child) for child in pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def a_child_dies():
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "in.sql"
        source.write_text(programs(200))
        process = subprocess.Popen([ISOPROOF, "analyze", "--format", "json", "--timeout", "8", "--jobs", "3", str(source)],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        found = []
        while process.poll() is None and not found:
            found = children_of(process.pid)
        if not found:
            return
        os.kill(found[0], signal.SIGKILL)
        out, errors = process.communicate(timeout=300)
        results = json.loads(out)["results"]
        reasons = [result["reason"] or "" for result in results]
        expect(len(results) == 3 and process.returncode in (1, 3), f"a process dies: status {process.returncode}",
               errors.decode())
        expect(any("was killed" in reason for reason in reasons), f"a process dies: {reasons}")


PAIR = """CREATE TABLE counter (id int PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION count_up(k int) RETURNS void LANGUAGE plpgsql AS $$ DECLARE x int; BEGIN
SELECT n INTO x FROM counter WHERE id = k; UPDATE counter SET n = x + 1 WHERE id = k; END $$;
CREATE TABLE fixed (id int PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION look(k int) RETURNS int LANGUAGE sql AS $$ SELECT n FROM fixed WHERE id = k $$;
"""


def late_children():
    """A process that is not waited for leaves what it had found: an anomaly that was run, programs that are safe."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "in.sql"
        source.write_text(PAIR + programs(300))
        process = subprocess.Popen([ISOPROOF, "analyze", "--format", "json", "--timeout", "20", "--jobs", "3",
                                    "--level", "read-committed,snapshot-isolation", str(source)],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(14)
        stopped = children_of(process.pid)
        for child in stopped:
            os.kill(child, signal.SIGSTOP)
        out, errors = process.communicate(timeout=300)
        if not stopped:
            return
        expect(process.returncode == 1, f"late processes: status {process.returncode}", errors.decode())
        results = {result["level"]: result for result in json.loads(out)["results"]}
        weak = results["postgresql/read-committed"]
        expect(weak["verdict"] == "unsafe" and "count_up" in json.dumps(weak["anomalies"]),
               f"late processes: the anomaly was lost: {weak['verdict']}, {weak['reason']}")
        for level, result in results.items():
            expect(result["safe_sets"] and "look" in result["safe_sets"][0], f"late processes: no safe set at {level}")


def little_memory_for_advice():
    """What suffices for one process is not divided among several."""
    tpcc = pathlib.Path(__file__).resolve().parents[2] / "benchmarks" / "tpcc"
    files = [str(tpcc / f"{name}.sql") for name in ("schema", "new_order", "payment", "order_status", "delivery_one_district",
                                                    "stock_level")]

    def fixes(*options):
        with tempfile.TemporaryFile() as out:
            process = subprocess.Popen([ISOPROOF, "advise", "--format", "json", *options, *files], stdout=out)
            _, _, used = os.wait4(process.pid, 0)
            out.seek(0)
            return [fix["change"] for fix in json.load(out)["advice"]["fixes"]], used.ru_maxrss
    changes, kilobytes = fixes("--jobs", "1")
    expect(fixes("--memory", f"{kilobytes * 3 // 2}K", "--jobs", "4")[0] == changes, "advice in little memory is another one")


def main():
    for text in tables(10000), programs(3000):
        what, seconds = run(text, ("--timeout", "1"))
        expect(seconds < SLOW, f"{what}: {seconds:.1f} s")
        run(text, ("--memory", "200M", "--timeout", "5"))
    for seconds in 0, 0.05, 0.3, 1:
        run(programs(500), ("--timeout", "30"), seconds)
    jobs()
    a_child_dies()
    late_children()
    little_memory_for_advice()
    print("as expected" if not wrong else f"{len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
