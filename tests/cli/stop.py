"""Ctrl-C ends a run at once, with what was decided; where memory runs out, the run says so and claims nothing. Never an
internal error, never a status that means something else.

    stop.py           interruptions
    stop.py memory    limits of memory, too (sanitizers need more than any)"""

import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))
sys.dont_write_bytecode = True
import measure  # noqa: E402

ISOPROOF = os.path.abspath(os.environ["ISOPROOF"])
TPCC = [f"{ROOT}/benchmarks/tpcc/{name}.sql" for name in
        ("schema", "new_order", "payment", "order_status", "delivery_one_district", "stock_level")]
wrong = []


def expect(good, what, done):
    if not good:
        wrong.append(what)
        print(f"wrong: {what}\nstatus {done[0]}\n{done[1][-600:]}\n{done[2][-600:]}", flush=True)


def obeys(process, number):
    """The command has blocked the signal, which a thread of its own waits for. Until then the signal just kills it."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    blocked = int(next(line for line in status.splitlines() if line.startswith("SigBlk:")).split()[1], 16)
    return bool(blocked >> number - 1 & 1)


def interrupted(arguments, files, seconds, number=signal.SIGINT):
    process = subprocess.Popen([ISOPROOF, *arguments, *files], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while process.poll() is None and not obeys(process, number):
        time.sleep(0.001)  # a machine may take longer to begin than the interruption waits
    time.sleep(seconds)
    still = process.poll() is None
    process.send_signal(number)
    begin = time.monotonic()
    out, errors = process.communicate(timeout=60)
    return still, time.monotonic() - begin, (process.returncode, out.decode(), errors.decode())


def interruptions(files):
    analyze = ["analyze", "--max-cycle", "8", "--timeout", "300", "--level", "read-atomic,snapshot-isolation"]
    for arguments, seconds in ((analyze, 0.1), (analyze, 2), (["advise", "--engine", "postgresql"], 2),
                               (analyze + ["--format", "json"], 2)):
        what = f"{arguments[0]} {arguments[-1]} interrupted after {seconds} s"
        still, took, done = interrupted(arguments, files, seconds)
        expect(still, f"{what}: it had ended by itself", done)
        expect("interrupted" in done[2], f"{what}: does not say so", done)
        expect(took < 10, f"{what}: ends {took:.1f} s later", done)  # 2 s where nothing else runs
        if done[0] == 130:  # there was no report yet: allowed where the machine is that busy
            expect(done[1] == "", f"{what}: half a report", done)
            continue
        expect(done[0] in (1, 3), f"{what}: status {done[0]}", done)
        expect("undecided" in done[1] and "interrupted" in done[1], f"{what}: the report does not say so", done)
        if "json" in arguments and done[0] != 130:
            reasons = [reason for result in json.loads(done[1])["results"] for reason in
                       [result["reason"], *(program["undecided_because"] for program in result["programs"])]]
            expect("interrupted" in reasons, f"{what}: reasons {reasons}", done)


def limited(megabytes, arguments, files):
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
    run = subprocess.run([ISOPROOF, *arguments, *files], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         preexec_fn=limit, check=False, timeout=300)
    return run.returncode, run.stdout.decode(), run.stderr.decode()


def memory(files):
    undecided = 0
    for megabytes in (64, 80, 96, 104, 112, 120, 128, 144, 160, 200, 240, 300):
        arguments = ["analyze", "-q", "--max-cycle", "8", "--timeout", "20", "--level", "snapshot-isolation"]
        done = limited(megabytes, arguments, files)
        what = f"{megabytes} MB"
        if done[0] == 127 or "error while loading shared libraries" in done[2]:
            continue
        expect("internal error" not in done[1] + done[2], f"{what}: an internal error", done)
        if done[0] == 0:  # it was enough
            expect(": safe" in done[1] and "out of memory" not in done[1] + done[2], f"{what}: no verdict", done)
            continue
        expect(": safe" not in done[1] and done[0] in (1, 2, 3), f"{what}: status {done[0]}", done)
        if done[0] == 1:
            expect("unsafe" in done[1], f"{what}: a status for an anomaly without one", done)
        elif done[0] == 2:
            expect("out of memory" in done[2], f"{what}: does not say why nothing is decided", done)
        else:
            expect("undecided" in done[1], f"{what}: no verdict", done)
            undecided += "out of memory" in done[1]
    expect(undecided > 0, "memory never ran out during a decision", (0, "", ""))


def main():
    with tempfile.TemporaryDirectory() as folder:
        files = measure.renamed_copies(TPCC, 20, folder)
        interruptions(files)
        if "memory" in sys.argv[1:]:
            memory(files)
    print("as expected" if not wrong else f"{len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
