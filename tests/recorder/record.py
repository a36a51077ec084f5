"""isoproof record: real clients see the same through it as without it, the recording has what they sent, templates makes
transactions of it, and nothing that a client or an absent server does ends it."""

import json
import os
import pathlib
import re
import socket
import struct
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
sys.dont_write_bytecode = True
import postgresql  # noqa: E402

ISOPROOF = os.environ["ISOPROOF"]
PYTHON = "/usr/bin/python3"  # Debian's, with its drivers
failures = []


def expect(condition, what):
    if not condition:
        failures.append(what)


def upstream(server):
    return f"host={server.work} user={server.USER} dbname=postgres"


def record(server, trace, command, *options, conninfo=None):
    return subprocess.run([ISOPROOF, "record", "--upstream", conninfo or upstream(server), "--output", trace, *options, "--",
                           *command], capture_output=True, text=True, timeout=100, check=False)


def read(trace):
    with open(trace, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def statements(trace):
    return [line for line in read(trace) if line.get("event") == "statement"]


def check_clients(server, folder):
    trace = folder + "/clients.jsonl"
    environment = dict(os.environ, DATABASE_URL=f"postgresql://{server.USER}@/postgres?host={server.work}")
    client = [PYTHON, str(HERE / "client.py")]
    direct = subprocess.run(client, env=environment, capture_output=True, text=True, timeout=100, check=False)
    through = record(server, trace, client)
    expect(direct.returncode == 0, f"the client fails without a recorder: {direct.stderr[-400:]}")
    expect(through.stdout == direct.stdout and through.returncode == 0,
           f"through the recorder:\n{through.stdout}{through.stderr[-600:]}\nwithout:\n{direct.stdout}")
    expect("of them failed" in through.stderr and "remark" not in through.stderr, f"it says: {through.stderr}")
    said = statements(trace)
    values = next(line["parameters"] for line in said if line["text"].startswith("INSERT INTO v"))
    expect(values == ["1", "1099511627776", "-3", "héllo", "-1234567.8900", "0.1", "0.25", "2026-01-02",
                      "2026-01-02 03:04:05.6789", "2026-01-02 03:04:05.6789+00", "00000000-0000-0000-0000-000000000005",
                      "t", "\\x00ff", '{"a": 1}'], f"binary parameters are {values}")
    errors = [line["sqlstate"] for line in read(trace) if "sqlstate" in line]
    expect(errors == ["22012", "23505", "23503", "42P01", "57014"], f"errors are {errors}")
    expect(any(line.get("rows") == [["5"]] for line in said), "the first rows are not recorded")
    made = subprocess.run([ISOPROOF, "templates", trace], capture_output=True, text=True, check=False)
    expect("-- name: update_acc\n-- seen: 6 times" in made.stdout, f"templates:\n{made.stdout}{made.stderr}")
    expect("insert_child" not in made.stdout, f"what failed at its end is a template:\n{made.stdout}")
    expect("-- name: select_child" in made.stdout, f"what follows is lost:\n{made.stdout}")
    expect("BEGIN ISOLATION LEVEL REPEATABLE READ" in made.stdout, f"no declared level:\n{made.stdout}")


def check_pgbench(server, folder):
    programs, trace = postgresql.folder(), folder + "/pgbench.jsonl"
    host = ["-h", server.work, "-U", server.USER, "postgres"]
    subprocess.run([programs + "/pgbench", "-i", "-q", *host], capture_output=True, check=True)
    for mode in ("simple", "extended", "prepared"):
        done = record(server, trace, [programs + "/pgbench", "-n", "-M", mode, "-c", "3", "-t", "20"])
        expect(done.returncode == 0 and "failed transactions: 0 " in done.stdout, f"pgbench -M {mode}: {done.stderr}")
        made = subprocess.run([ISOPROOF, "templates", trace], capture_output=True, text=True, check=False)
        expect("-- seen: 60 times, " in made.stdout, f"pgbench -M {mode}: templates:\n{made.stdout}")


def check_psql(server, folder):
    trace = folder + "/psql.jsonl"
    done = record(server, trace, [postgresql.folder() + "/psql", "-X", "-q", "-c", "SELECT 1 AS one; SELECT 2", "-c",
                                  "SELECT no"])
    expect(done.returncode == 1 and "one" in done.stdout, f"psql: status {done.returncode}: {done.stdout}")
    expect([line["text"] for line in statements(trace)] == ["SELECT 1 AS one; SELECT 2", "SELECT no"], "psql's statements")
    for command, status in ((["sh", "-c", "exit 7"], 7), (["no-such-program"], 127), (["sh", "-c", "kill -9 $$"], 137)):
        done = record(server, trace, command, "--quiet")
        expect(done.returncode == status, f"{command}: status {done.returncode}: {done.stderr}")



def check_history(server, folder):
    psql = [postgresql.folder() + "/psql", "-X", "-q", "-h", server.work, "-U", server.USER, "postgres", "-c"]
    subprocess.run([*psql, "CREATE TABLE pot (id int PRIMARY KEY, bal numeric(10,2)); INSERT INTO pot VALUES (1, 100)"], check=True)
    for level, status in (("READ COMMITTED", 1), ("REPEATABLE READ", 0)):
        trace = folder + "/crossing.jsonl"
        done = record(server, trace, [PYTHON, str(HERE / "crossing.py"), level])
        expect(done.returncode == 0, f"two connections: {done.stderr}")
        checked = subprocess.run([ISOPROOF, "check", "--level", "snapshot-isolation", trace], capture_output=True, text=True,
                                 check=False)
        expect(checked.returncode == status, f"check of {level}: {checked.stdout}{checked.stderr}")


# ------------------------------------------------------------------ bad input --

STARTUP = struct.pack("!II", 0, 196608) + b"user\0isoproof\0database\0postgres\0\0"
STARTUP = struct.pack("!I", len(STARTUP)) + STARTUP[4:]


class Recorder:
    """Without a command, until it is stopped."""

    def __init__(self, conninfo, trace):
        self.process = subprocess.Popen([ISOPROOF, "record", "--upstream", conninfo, "--output", trace, "--listen", "0"],
                                        stderr=subprocess.PIPE, text=True)
        self.port = int(self.process.stderr.readline().rsplit(":", 1)[1].split("/")[0])

    def say(self, *parts, answer=True):
        with socket.create_connection(("127.0.0.1", self.port), timeout=10) as connection:
            got = b""
            for part in parts:
                connection.sendall(part)
                time.sleep(0.05)
            try:
                while answer:
                    more = connection.recv(65536)
                    got += more
                    if not more or b"Z\0\0\0\5I" in got:
                        break
            except OSError:
                pass
            return got

    def stop(self):
        self.process.terminate()
        text = self.process.stderr.read()
        return self.process.wait(timeout=10), text


def check_bad_input(server, folder):
    trace = folder + "/bad.jsonl"
    recorder = Recorder(upstream(server), trace)
    query = b"Q" + struct.pack("!I", 13) + b"SELECT 1\0"
    greeting = struct.pack("!II", 8, 80877104), struct.pack("!II", 8, 80877103)
    got = recorder.say(*greeting, STARTUP)
    expect(got.startswith(b"NN"), f"GSS and SSL are answered by {got[:4]}")
    recorder.say(greeting[1], answer=False)  # insists on TLS
    recorder.say(STARTUP, query[:6], answer=False)  # dies in the middle
    recorder.say(STARTUP[:10], answer=False)
    recorder.say(b"\0\0\0\3", answer=False)
    recorder.say(b"GET / HTTP/1.1\r\n\r\n")
    recorder.say(struct.pack("!II", 8, 131072))  # version 2
    newer = STARTUP[:4] + struct.pack("!I", 196610) + STARTUP[8:]
    got = recorder.say(newer, query)
    expect(got.startswith(b"v") and b"Z\0\0\0\5I" in got, f"a client of version 3.2 hears {got[:60]}")
    recorder.say(struct.pack("!IIII", 16, 80877102, 1, 1))  # cancels what is not there
    recorder.say(STARTUP, b"Q\0\0\0\2", answer=False)  # a length that is too small
    recorder.say(STARTUP, b"Q\x7f\xff\xff\xff", b"x" * 1000, answer=False)  # longer than announced will come
    got = recorder.say(STARTUP, query)
    expect(b"Z\0\0\0\5I" in got, f"after all that the recorder answers {got[:60]}")
    status, text = recorder.stop()
    expect(status == 0 and "not everything could be read" in text, f"bad input: status {status}: {text}")
    counts = [int(count) for count in re.findall(r"(?:recorded: |, )(\d+) (?:connections|requests|ended|refused|of no)", text)]
    total = re.search(r"of (\d+) connections\n", text)
    expect(total and sum(counts) == int(total[1]) == 12, f"{counts} do not add up: {text}")
    expect("1 connections asked for encryption" in text, f"a client that insists on TLS receives nothing: {text}")
    expect(all("event" in line or "format" in line for line in read(trace)), "the recording has another line")


def query(text):
    return b"Q" + struct.pack("!I", len(text) + 5) + text.encode() + b"\0"


def check_ends(server, folder):
    """A client that sends no more is answered, and what it sent last is done and recorded; a client that does not wait for
    an answer, too."""
    trace = folder + "/ends.jsonl"
    psql = [postgresql.folder() + "/psql", "-X", "-q", "-At", "-h", server.work, "-U", server.USER, "postgres", "-c"]
    subprocess.run([*psql, "CREATE TABLE last (id int PRIMARY KEY, n int); INSERT INTO last VALUES (1, 0), (2, 0)"], check=True)
    recorder = Recorder(upstream(server), trace)
    for row, half in ((1, True), (2, False)):
        connection = socket.create_connection(("127.0.0.1", recorder.port), timeout=10)
        connection.sendall(STARTUP)
        got = b""
        while b"Z\0\0\0\5I" not in got:
            got += connection.recv(65536)
        connection.sendall(query(f"SELECT pg_sleep(0.3); UPDATE last SET n = 1 WHERE id = {row}"))
        got = b""
        if half:
            connection.shutdown(socket.SHUT_WR)
            while more := connection.recv(65536):
                got += more
            expect(b"UPDATE 1" in got, f"a client that sends no more hears {got[:60]}")
        connection.close()
    time.sleep(0.6)
    status, text = recorder.stop()
    expect(status == 0 and "remark" not in text, f"two clients that end early: {status} {text}")
    done = subprocess.run([*psql, "SELECT sum(n) FROM last"], capture_output=True, text=True, check=True)
    expect(done.stdout == "2\n", f"what was sent last: {done.stdout}")
    expect([line["tags"] for line in statements(trace)] == [["SELECT 1", "UPDATE 1"]] * 2, f"recorded: {statements(trace)}")


def check_small_messages(server, folder):
    """Over TCP, what the server sends in several parts is sent on part by part: a part that waits for the client's
    acknowledgement of the one before takes 40 ms longer."""
    recorder = Recorder(upstream(server), folder + "/small.jsonl")
    parts = query("DO $$ BEGIN FOR i IN 1..3 LOOP RAISE NOTICE 'part'; PERFORM pg_sleep(0.001); END LOOP; END $$")
    times = []
    with socket.create_connection(("127.0.0.1", recorder.port), timeout=10) as connection:
        for sent in [STARTUP] + [parts] * 40:
            began = time.monotonic()
            connection.sendall(sent)
            got = b""
            while not got.endswith(b"Z\0\0\0\5I"):
                got += connection.recv(65536)
            times.append(time.monotonic() - began)
    recorder.stop()
    usual = sorted(times[20:])[5]  # at first, each part is acknowledged at once
    expect(usual < 0.035, f"three notices take {usual * 1000:.0f} ms")


def check_signals(server, folder):
    """A signal goes on to the command, whose connections last until it has ended. A second one ends the recorder, and what
    it has not seen answered is said. A reader of the recording that leaves does not end anything."""
    trace = folder + "/signals.jsonl"
    sleeper = ("import psycopg2, signal, sys, time\nc = psycopg2.connect('').cursor()\n"
               "def end(number, frame):\n    c.execute('SELECT 5')\n    sys.exit(c.fetchone()[0])\n"
               "{}\nc.execute('SELECT 1')\nprint('begun', flush=True)\n{}\n")
    waits = sleeper.format("signal.signal(signal.SIGTERM, end)", "time.sleep(20)")
    stays = sleeper.format("signal.signal(signal.SIGTERM, signal.SIG_IGN)", "c.execute('SELECT pg_sleep(20)')")
    for program, signals, status in ((waits, 1, 5), (stays, 2, 143)):
        recorder = subprocess.Popen([ISOPROOF, "record", "--upstream", upstream(server), "--output", trace, "--", PYTHON, "-c",
                                     program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        recorder.stdout.readline()
        for _ in range(signals):
            time.sleep(0.3)
            recorder.terminate()
        _, text = recorder.communicate(timeout=10)
        got = recorder.returncode
        expect(got == status and "recorded: 1" in text, f"{signals} signals: status {got}: {text}")
        ends = [line for line in read(trace) if line.get("event") in ("end", "finish")]
        expect(len(ends) == 2 and ends[0].get("unread", False) == (signals == 2), f"{signals} signals: {ends}")
    left = subprocess.run(["sh", "-c", f"'{ISOPROOF}' record --upstream '{upstream(server)}' --output /dev/stdout -- "
                           f"sh -c '{postgresql.folder()}/pgbench -n -S -t 3000 >&2' | head -c 9"], capture_output=True,
                          text=True, timeout=60, check=False)
    expect("number of transactions actually processed: 3000/3000" in left.stderr and "cannot write: Broken pipe" in left.stderr,
           f"a reader that leaves: {left.stdout} {left.stderr}")
    full = record(server, "/dev/full", [postgresql.folder() + "/pgbench", "-n", "-S", "-t", "3000"])
    expect(full.returncode == 2 and "3000/3000" in full.stdout and "No space left" in full.stderr, f"a full disk: {full.stderr}")


def check_killed(server, folder):
    """A recorder that is killed leaves a recording up to the last second, which templates and check read, and say so."""
    trace = folder + "/killed.jsonl"
    recorder = Recorder(upstream(server), trace)
    connection = socket.create_connection(("127.0.0.1", recorder.port), timeout=10)
    connection.sendall(STARTUP)
    for row in range(1, 8):
        connection.sendall(query(f"UPDATE last SET n = {row} WHERE id = 1"))
        time.sleep(0.05)
    time.sleep(2.5)
    recorder.process.kill()
    recorder.process.wait()
    recorder.process.stderr.close()
    connection.close()
    expect(len(statements(trace)) == 7, f"after two seconds of rest are recorded: {statements(trace)}")
    whole = pathlib.Path(trace).read_bytes()
    for length, words in ((len(whole), "7 with statements"), (len(whole) - 20, "6 with statements")):
        pathlib.Path(trace).write_bytes(whole[:length])
        for command, said in ((["templates"], words), (["check", "--level", "serializability"], "of")):
            done = subprocess.run([ISOPROOF, *command, trace], capture_output=True, text=True, check=False)
            expect(done.returncode == 0 and said in done.stderr and "the recording ends here, before record did" in done.stderr,
                   f"{command} of a cut recording: {done.returncode} {done.stderr}")


def check_encodings(server, folder):
    """What is no UTF-8 is kept apart, whatever the client's encoding, and nothing of it ends the recording."""
    trace = folder + "/encodings.jsonl"
    recorder = Recorder(upstream(server), trace)
    for encoding, text in (("UTF8", "é".encode()), ("LATIN1", b"\xe9"), ("SQL_ASCII", b"\xe9"), ("SQL_ASCII", b"\xe8")):
        startup = STARTUP[4:-1] + b"client_encoding\0" + encoding.encode() + b"\0\0"
        query = b"SELECT '" + text + b"'\0"
        got = recorder.say(struct.pack("!I", len(startup) + 4) + startup, b"Q" + struct.pack("!I", len(query) + 4) + query)
        expect(b"Z\0\0\0\5I" in got, f"{encoding}: {got[:60]}")
    recorder.stop()
    expect([line["text"][8:-1] for line in statements(trace)] == ["é", "é", "é", "è"], "texts in other encodings")


def check_absent(server, folder):
    trace = folder + "/absent.jsonl"
    psql = [postgresql.folder() + "/psql", "-X", "-c", "SELECT 1"]
    done = record(server, trace, psql, conninfo=f"host={folder} port=5999")
    expect(done.returncode == 2 and "cannot connect" in done.stderr, f"an absent server: {done.returncode} {done.stderr}")
    with socket.socket() as full, socket.socket() as first, socket.socket() as second:  # no more connections are accepted
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        for other in (first, second):
            other.setblocking(False)
            other.connect_ex(full.getsockname())
        began = time.monotonic()
        done = record(server, trace, psql, conninfo=f"host=127.0.0.1 port={full.getsockname()[1]} connect_timeout=1")
        expect(done.returncode == 2 and "timed out" in done.stderr and time.monotonic() - began < 30,
               f"a server that does not answer: {done.returncode} {done.stderr}")
    for options, conninfo, words in ((["--listen", "nowhere"], None, "expected HOST:PORT"),
                                     (["--listen", "/no/such/folder"], None, "cannot listen"),
                                     ([], "host=x sslmode=verify-ca sslrootcert=/no/such/file", "sslrootcert: /no/such/file"),
                                     ([], "host=x sslmode=maybe", "expected disable, allow"),
                                     ([], "port", "missing"),
                                     (["--output", "/no/such/file"], None, "cannot write")):
        done = record(server, trace, ["true"], *options, conninfo=conninfo)
        expect(done.returncode == 2 and words in done.stderr, f"{options} {conninfo}: {done.returncode} {done.stderr}")


def shell(command):
    subprocess.run(command, check=True, capture_output=True)


def check_client_certificate(server, folder, restart, ask):
    """The server asks for a certificate in the user's name; sslcert and sslkey have one, and another one is refused."""
    for name, subject in (("user", server.USER), ("stranger", "stranger")):
        shell(["openssl", "req", "-new", "-x509", "-days", "2", "-nodes", "-subj", f"/CN={subject}", "-keyout",
               f"{folder}/{name}.key", "-out", f"{folder}/{name}.crt"])
    authorities = server.work + "/data/clients.crt"
    certificates = [pathlib.Path(f"{folder}/{name}.crt").read_text(encoding="utf-8") for name in ("user", "stranger")]
    pathlib.Path(authorities).write_text("".join(certificates), encoding="utf-8")
    os.chmod(authorities, 0o644)
    rules = pathlib.Path(server.work + "/data/pg_hba.conf")
    before = rules.read_text(encoding="utf-8")
    rules.write_text("hostssl all all 127.0.0.1/32 cert\n" + before, encoding="utf-8")
    restart(f"-c ssl=on -c ssl_ca_file={authorities}")
    own = f"sslmode=require sslcert={folder}/user.crt sslkey={folder}/user.key"
    got = ask(own)
    expect(got[:2] == (0, "t\n3000000\nall\n"), f"a client certificate: {got}")
    for more, words in (("sslmode=require", "requires a valid client certificate"),
                        (own.replace("user.", "stranger."), "certificate authentication failed"),
                        (f"{own.replace('user.key', 'stranger.key')}", "key values mismatch"),
                        (f"sslmode=require sslcert={folder}/none.crt sslkey={folder}/user.key", "none.crt")):
        status, _, text = ask(more)
        expect(status == 2 and words in text, f"{more}: {status} {text}")
    rules.write_text(before, encoding="utf-8")


def check_tls(server, folder):
    """A server with a certificate of its own, and one without any."""
    data, trace = server.work + "/data", folder + "/tls.jsonl"
    shell(server.as_server + ["openssl", "req", "-new", "-x509", "-days", "2", "-nodes", "-subj", "/CN=localhost",
                              "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", data + "/server.key",
                              "-out", data + "/server.crt"])
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    def restart(options):
        shell(server.control + ["-m", "fast", "stop"])
        subprocess.run(server.control + ["-o", f"-k {server.work} -c fsync=off -c listen_addresses=127.0.0.1 "
                                         f"-c port={port} {options}", "start"], cwd="/", check=True)

    def ask(more):
        conninfo = f"host=127.0.0.1 port={port} user={server.USER} dbname=postgres {more}"
        psql = [postgresql.folder() + "/psql", "-X", "-At", "-c", "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()",
                "-c", "SELECT length(string_agg(repeat('x', 100), '')) FROM generate_series(1, 30000)",
                "-c", "SELECT repeat('y', 3000000)"]
        done = record(server, trace, psql, conninfo=conninfo)
        return done.returncode, done.stdout.replace("y" * 3000000, "all"), done.stderr

    restart("-c ssl=on")
    authority = f"sslrootcert={data}/server.crt"
    for more, wanted in (("", "f"), ("sslmode=disable", "f"), ("sslmode=prefer", "t"), ("sslmode=require", "t"),
                         (f"sslmode=verify-ca {authority}", "t"), (f"sslmode=verify-full {authority}", "t")):
        got = ask(more)
        expect(got[:2] == (0, wanted + "\n3000000\nall\n"), f"{more or 'no sslmode'}: {got}")
    expect(len(statements(trace)) == 3, f"through TLS is recorded: {[line['text'] for line in statements(trace)]}")
    shell(["openssl", "req", "-new", "-x509", "-days", "2", "-nodes", "-subj", "/CN=localhost", "-keyout",
           folder + "/other.key", "-out", folder + "/other.crt"])
    status, _, text = ask(f"sslmode=require sslrootcert={folder}/other.crt")
    expect(status == 2 and "TLS: self-signed certificate" in text, f"a certificate of another server: {status} {text}")
    check_client_certificate(server, folder, restart, ask)
    restart("-c ssl=off")
    status, _, text = ask("sslmode=require")
    expect(status == 2 and "the server has no TLS" in text, f"a server without TLS: {status} {text}")
    got = ask("sslmode=prefer")
    expect(got[:2] == (0, "f\n3000000\nall\n"), f"TLS is preferred, and there is none: {got}")


def main():
    if not postgresql.folder():
        return postgresql.SKIPPED
    with postgresql.Server() as server, tempfile.TemporaryDirectory() as folder:
        check_clients(server, folder)
        check_pgbench(server, folder)
        check_psql(server, folder)
        check_history(server, folder)
        check_bad_input(server, folder)
        check_ends(server, folder)
        check_small_messages(server, folder)
        check_signals(server, folder)
        check_killed(server, folder)
        check_encodings(server, folder)
        check_absent(server, folder)
        check_tls(server, folder)
    print("\n".join(failures) or "clients see the same, and the recordings have what they sent")
    return 1 if failures else 0


sys.exit(main())
