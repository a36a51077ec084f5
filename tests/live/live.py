"""isoproof replay --dsn on a throw-away server: what is predicted and what is not, every way in which it can break off,
and that nothing is left in any of them."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time

import jsonschema

from report import ISOPROOF, report
from server import Server

PROGRAM = "CREATE PROCEDURE p() LANGUAGE plpgsql AS $$ BEGIN UPDATE account SET v = v + 1; END $$;\n"
ACCOUNT = "CREATE TABLE account (id integer PRIMARY KEY, v integer NOT NULL);\n" + PROGRAM
ROWS = ["account id=1 v=60", "account id=2 v=60"]
SKEW = ["T1 begin", "T2 begin", "T1: SELECT sum(v) FROM account => 120", "T2: SELECT sum(v) FROM account => 120",
        "T1: UPDATE account SET v = v - 100 WHERE id = 1 => #1", "T1 commit",
        "T2: UPDATE account SET v = v - 100 WHERE id = 2 => #1", "T2 commit"]
SKEW_END = ["account id=1 v=-40", "account id=2 v=-40"]
OTHERS = "(SELECT pid FROM pg_stat_activity WHERE application_name = 'isoproof replay' AND pid <> pg_backend_pid()) o"
PAUSE = ["T1 begin", "T1: SELECT pg_sleep(20) => -", "T1 commit"]

failures = 0


class Case:
    """One command; check() tells the case's name with what is wrong."""

    def __init__(self, server, folder, name):
        self.server, self.folder, self.name = server, folder, name
        self.dsn = server.dsn()
        self.good = True

    def report(self, sql, rows, steps, **more):
        return report(self.folder, sql, rows, steps, name=self.name, **more)

    def start(self, path, *arguments):
        return subprocess.Popen([ISOPROOF, "replay", "--dsn", self.dsn, *arguments, str(path)],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run(self, path, *arguments):
        return self.end(self.start(path, *arguments))

    def end(self, process):
        try:
            self.out, self.err = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            self.out, self.err = process.communicate()
        self.status = process.returncode
        return self

    def busy(self):
        """Connections that remain: after its client has closed it, a connection ends a moment later."""
        patience = time.monotonic() + 5
        while True:
            busy = self.server.sql("SELECT query FROM pg_stat_activity WHERE application_name = 'isoproof replay'")
            if not busy or time.monotonic() > patience:
                return busy
            time.sleep(0.02)

    def check(self, status, *wanted, clean=True):
        if self.status != status:
            self.wrong(f"status {self.status}, not {status}")
        for text in wanted:
            if text not in self.out + self.err:
                self.wrong(f"does not say: {text}")
        if clean:
            left = self.server.sql("SELECT nspname FROM pg_namespace WHERE nspname ~ 'isoproof'")
            busy = self.busy()
            if left or busy:
                self.wrong(f"left: {left} {busy}")
        if not self.good:
            print(self.out, self.err, sep="\n")

    def wrong(self, message):
        global failures
        if self.good:
            failures += 1
        self.good = False
        print(f"{self.name}: {message}")


# What a server does, as predicted and otherwise.

def agrees(case):
    case.run(case.report(ACCOUNT, ROWS, SKEW, final=SKEW_END)).check(
        0, "happens on the server as predicted", "at repeatable read", "every row is as predicted")


def json_says_the_same(case):
    case.run(case.report(ACCOUNT, ROWS, SKEW, final=SKEW_END), "--format", "json")
    top = json.loads(case.out)
    valid(case, top)
    replay = top["replays"][0]
    if replay["outcome"] != "agrees" or replay["isolation"] != ["repeatable read"] * 2 or len(replay["steps"]) != 8:
        case.wrong("the report is another")
    case.check(0)


def valid(case, top):
    schema = pathlib.Path(__file__).resolve().parents[2] / "analyzer" / "report" / "replay.schema.json"
    for error in jsonschema.Draft202012Validator(json.loads(schema.read_text())).iter_errors(top):
        case.wrong(f"{error.json_path}: {error.message}")


def refused(case):
    path = case.report(ACCOUNT, ROWS, SKEW, final=SKEW_END)
    case.run(path, "--isolation", "serializable").check(1, "refused by the server: T2: error 40001", "SERVER not sent")
    case.run(path, "--isolation", "serializable", "--format", "json")
    valid(case, json.loads(case.out))
    case.check(1, '"outcome": "refused"')


def result_differs(case):
    steps = [s.replace("120", "121") if s.startswith("T2") else s for s in SKEW]
    case.run(case.report(ACCOUNT, ROWS, steps, final=SKEW_END)).check(1, "does not do what was predicted", "SERVER 120")


def count_differs(case):
    case.run(case.report(ACCOUNT, ROWS, [s.replace("#1", "#2") for s in SKEW])).check(1, "SERVER 1 row changed")


def end_differs(case):
    case.run(case.report(ACCOUNT, ROWS, SKEW, final=SKEW_END[:1] + ["account id=2 v=-41"])).check(
        1, "predicted, not there: account: id 2, v -41", "there, not predicted: account: id 2, v -40")


def row_too_many(case):
    case.run(case.report(ACCOUNT, ROWS, SKEW, final=SKEW_END[:1])).check(1, "there, not predicted: account: id 2, v -40")


def snapshot_at_begin(case):
    """BEGIN stands before T1's change, so T2 does not see it, though its first statement comes later."""
    steps = ["T2 begin", "T1 begin", "T1: UPDATE account SET v = 0 WHERE id = 1 => #1", "T1 commit",
             "T2: SELECT v FROM account ORDER BY id => 60|60", "T2 commit"]
    case.run(case.report(ACCOUNT, ROWS, steps)).check(0)


def waits(case):
    """T2 waits for T1 and goes on when it has committed, before T3 has its turn; its next step comes after."""
    steps = ["T1 begin", "T2 begin", "T3 begin", "T1: UPDATE account SET v = v + 1 WHERE id = 1 => #1",
             "T2: UPDATE account SET v = v * 2 WHERE id = 1 => #1", "T2: SELECT v FROM account WHERE id = 1 => 122",
             "T1: SELECT v FROM account WHERE id = 1 => 61", "T2 commit", "T1 commit",
             "T3: SELECT v FROM account WHERE id = 1 => 122", "T3 commit"]
    case.run(case.report(ACCOUNT, ROWS, steps, final=["account id=1 v=122", "account id=2 v=60"]),
             "--isolation", "read committed").check(0, "(waited for a lock)")


def lost_in_trigger(case):
    """What a trigger reads before it waits is what it writes with."""
    sql = """
CREATE TABLE total (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE entry (id integer PRIMARY KEY, x integer NOT NULL);
CREATE FUNCTION add_up() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE before integer;
BEGIN
  SELECT n INTO before FROM total;
  UPDATE total SET n = before + NEW.x;
  RETURN NULL;
END $$;
CREATE TRIGGER add_up AFTER INSERT ON entry FOR EACH ROW EXECUTE FUNCTION add_up();
CREATE PROCEDURE p() LANGUAGE plpgsql AS $$ BEGIN INSERT INTO entry VALUES (1, 2); END $$;
"""
    steps = ["T1 begin", "T2 begin", "T1: INSERT INTO entry VALUES (1, 2) => #1",
             "T2: INSERT INTO entry VALUES (2, 5) => #1", "T1 commit", "T2 commit"]
    case.run(case.report(sql, ["total id=1 n=0"], steps, final=["entry id=1 x=2", "entry id=2 x=5", "total id=1 n=5"]),
             "--isolation", "read committed").check(0, "(waited for a lock)")


def padded(case):
    """Keys that are far apart are on one page of a small table; padded, each has a page of its own."""
    sql = """
CREATE TABLE t (id integer PRIMARY KEY, u integer NOT NULL UNIQUE);
CREATE TABLE one (id integer PRIMARY KEY CHECK (id = 1));
CREATE PROCEDURE p() LANGUAGE plpgsql AS $$ BEGIN DELETE FROM t WHERE id = 2; END $$;
"""
    steps = ["T1 begin", "T1: DELETE FROM t WHERE id = 2 => #1", "T2 begin", "T2: SELECT id FROM t WHERE u = 6 => 2", "T1 commit",
             "T2: INSERT INTO t VALUES (700001, 6) => #1", "T2 commit"]
    case.run(case.report(sql, ["t id=2 u=6"], steps, final=["t id=700001 u=6"]), "--isolation", "serializable").check(
        0, "padded with rows that were then deleted", "not padded")


def triggers_as_the_files_have_them(case):
    sql = """
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION more() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.v := NEW.v + 100; RETURN NEW; END $$;
CREATE TRIGGER a BEFORE UPDATE ON t FOR EACH ROW EXECUTE FUNCTION more();
CREATE TRIGGER b BEFORE UPDATE ON t FOR EACH ROW EXECUTE FUNCTION more();
CREATE TRIGGER c BEFORE UPDATE ON t FOR EACH ROW EXECUTE FUNCTION more();
ALTER TABLE t DISABLE TRIGGER a;
ALTER TABLE t ENABLE REPLICA TRIGGER b;
ALTER TABLE t ENABLE ALWAYS TRIGGER c;
CREATE PROCEDURE p() LANGUAGE plpgsql AS $$ BEGIN UPDATE t SET v = 1; END $$;
"""
    steps = ["T1 begin", "T1: UPDATE t SET v = 1 => #1", "T1 commit"]
    case.run(case.report(sql, ["t id=1 v=0"], steps, final=["t id=1 v=101"])).check(0)


def first_updater_wins(case):
    steps = ["T1 begin", "T2 begin", "T1: UPDATE account SET v = v + 1 WHERE id = 1 => #1",
             "T2: UPDATE account SET v = v * 2 WHERE id = 1 => !40001", "T1 commit", "T2 abort"]
    case.run(case.report(ACCOUNT, ROWS, steps, final=["account id=1 v=61", "account id=2 v=60"])).check(0)


def savepoint(case):
    """An error that the program handles is no end."""
    steps = ["T1 begin", "T1: SAVEPOINT a => done", "T1: INSERT INTO account VALUES (1, 2) => !23505",
             "T1: ROLLBACK TO SAVEPOINT a => done", "T1: INSERT INTO account VALUES (3, NULL) RETURNING id => !23502",
             "T1: ROLLBACK TO SAVEPOINT a => done", "T1: INSERT INTO account VALUES (3, 4) RETURNING id, v => 3,4",
             "T1 commit"]
    case.run(case.report(ACCOUNT, [], steps + [], final=["account id=3 v=4"])).check(1, "SERVER 1 row changed")
    case.run(case.report(ACCOUNT, ROWS, steps, final=ROWS + ["account id=3 v=4"])).check(0)


def rich_schema(case):
    """Rows in an order that foreign keys refuse, a cycle of deferrable ones, generated and identity columns, a trigger
    that must not fire on initial rows, names in public, data and rights that are not loaded."""
    sql = """
CREATE TYPE public.mood AS ENUM ('sad', 'glad');
CREATE TABLE public.parent (id serial PRIMARY KEY, m public.mood, boss integer REFERENCES parent DEFERRABLE);
CREATE TABLE child (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                    parent integer NOT NULL REFERENCES public.parent (id),
                    twice integer GENERATED ALWAYS AS (parent * 2) STORED);
CREATE TABLE log (what text);
INSERT INTO child (parent) VALUES (77);
GRANT ALL ON child TO nobody_at_all;
CREATE FUNCTION public.note() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN INSERT INTO public.log VALUES ('child ' || NEW.id); RETURN NEW; END $$;
CREATE TRIGGER note AFTER INSERT ON child FOR EACH ROW EXECUTE FUNCTION note();
CREATE PROCEDURE p() LANGUAGE plpgsql AS $$ BEGIN UPDATE child SET parent = 1; END $$;
"""
    steps = ["T1 begin", "T1: INSERT INTO public.child (parent) VALUES (4) RETURNING id, twice => 1,8",
             "T1: INSERT INTO parent (m) VALUES ('sad') RETURNING id => 1", "T1 commit"]
    case.run(case.report(sql, ["child id=7 parent=4 twice=8", "parent id=4 m=glad boss=5", "parent id=5 m=NULL boss=4"],
                         steps, final=["child id=7 parent=4 twice=8", "child id=1 parent=4 twice=8", "log what=child_1",
                                       "parent id=4 boss=5", "parent id=5 m=NULL boss=4", "parent id=1 boss=NULL"])
             ).check(0)


def standing_clock(case):
    """Predictions are made at one instant; so the server's clock stands, too: in statements, defaults and routines."""
    sql = """CREATE TABLE t (id integer PRIMARY KEY, at timestamptz DEFAULT now(), d date DEFAULT CURRENT_DATE,
                             by timestamp(0) DEFAULT LOCALTIMESTAMP(0));
CREATE FUNCTION f() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN to_char(current_timestamp, 'YYYY'); END $$;
CREATE PROCEDURE p() LANGUAGE plpgsql AS $$ BEGIN UPDATE t SET at = now(); END $$;"""
    steps = ["T1 begin", "T1: INSERT INTO t (id) VALUES (1) RETURNING at, d, by => "
             "2024-01-01 00:00:00+00,2024-01-01,2024-01-01 00:00:00", "T1: SELECT f(), now() = CURRENT_TIMESTAMP => 2024,t",
             "T1 commit"]
    case.run(case.report(sql, [], steps)).check(0)
    # A name of the user's that is PostgreSQL's, too, hides it nowhere else, so not here.
    sql += "CREATE FUNCTION upper(text) RETURNS text LANGUAGE sql AS $$ SELECT 'hidden' $$;"
    case.run(case.report(sql, [], ["T1 begin", "T1: SELECT upper('a'::text) => A", "T1 commit"])).check(0)


def values_not_texts(case):
    """A number's scale and the blanks of char(n) are not what an anomaly is about; other texts are."""
    sql = """CREATE TABLE t (id integer PRIMARY KEY, n numeric(6, 2), c char(4), v text);
CREATE PROCEDURE p() LANGUAGE plpgsql AS $$ BEGIN UPDATE t SET n = 1; END $$;"""
    steps = ["T1 begin", "T1: SELECT n, c, v FROM t => 7,a,10", "T1: SELECT n + 0.5 FROM t => 7.500", "T1 commit"]
    rows = ["t id=1 n=7 c=a v=10"]
    case.run(case.report(sql, rows, steps, final=["t id=1 n=7.0 c=a v=10"])).check(0)
    case.run(case.report(sql, rows, steps, final=["t id=1 n=70 c=a v=10"])).check(1)
    case.run(case.report(sql, rows, [s.replace("a,10", "a,1") for s in steps])).check(1)


def level_of_no_server(case):
    path = case.report(ACCOUNT, ROWS, SKEW, level="causal-consistency")
    case.run(path).check(3, "not run: PostgreSQL has no level that behaves like causal-consistency")
    case.run(path, "--isolation", "repeatable-read").check(0)


# Scripts.

def exported(case):
    """What is written does on the server what the replay does, by psql and by PostgreSQL's own isolation tester; braces in
    literals, which the latter cannot hold, included. Nothing is overwritten."""
    sql = ACCOUNT + """CREATE TABLE kid (a integer[], up integer REFERENCES account);
CREATE FUNCTION f() RETURNS integer[] LANGUAGE sql AS $$ SELECT '{3,4}'::integer[] /* } 'x\\y' */ $$;
CREATE FUNCTION never() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'fired'; END $$;
CREATE TRIGGER t BEFORE INSERT ON kid FOR EACH ROW EXECUTE FUNCTION never();"""
    steps = SKEW[:2] + ["T1: SELECT a[1], (f())[2], 'x}' FROM kid => 1,4,x}"] + SKEW[2:6] + [
        "T2: SAVEPOINT a => done", "T2: INSERT INTO kid VALUES ('{7}', 1) => !P0001", "T2: ROLLBACK TO SAVEPOINT a => done"
        ] + SKEW[6:]
    path = case.report(sql, ["kid a={1,2} up=1"] + ROWS, steps, final=SKEW_END + ["kid a={1,2} up=1"])
    folder = case.folder / "scripts"
    case.run(path, "--export", str(folder)).check(0, "as predicted")
    names = sorted(p.name.split(".", 1)[1] for p in folder.iterdir())
    if names != ["T1.sql", "T2.sql", "cleanup.sql", "setup.sql", "sh", "spec"]:
        case.wrong(f"wrote {names}")
    case.run(path, "--export", str(folder)).check(2, "already exists, and is not overwritten")

    spec = subprocess.run([str(case.server.library / "pgxs/src/test/isolation/isolationtester"), case.dsn],
                          stdin=open(next(folder.glob("*.spec")), encoding="utf-8"), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    psql = subprocess.run(["sh", str(next(folder.glob("*.sh"))), case.dsn], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    case.out, case.err = spec.stdout + psql.stdout, ""
    if spec.returncode or spec.stdout.count("ERROR") != 1 or spec.stdout.count("120\n") != 2:
        case.wrong("isolationtester does something else")
    if psql.returncode or psql.stdout.count("ERROR") != 1 or psql.stdout.count("| -40") != 2:
        case.wrong("psql does something else")
    case.check(2)


def explored(case):
    """isoproof explore reads what is exported, and finds the anomaly in it."""
    folder = case.folder / "explored"
    done = subprocess.run([ISOPROOF, "replay", "--export", str(folder), str(case.report(ACCOUNT, ROWS, SKEW))], check=True)
    done = subprocess.run([ISOPROOF, "explore", "--level", "snapshot-isolation", str(next(folder.glob("*.spec")))],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    case.out, case.err, case.status = " ".join(done.stdout.split()), done.stderr, done.returncode
    case.check(0, "3 histories at", "2 of them")


def sequences(case):
    """Each instance draws from its own block, in any order of draws, here with T1 the second to be numbered; in scripts,
    too."""
    sql = """CREATE TABLE a (id serial PRIMARY KEY, t integer);
CREATE TABLE b (id bigint GENERATED ALWAYS AS IDENTITY, a integer);
CREATE PROCEDURE p() LANGUAGE plpgsql AS $$ BEGIN UPDATE a SET t = 1; END $$;"""
    steps = ["T1 begin", "T2 begin", "T2: INSERT INTO a (t) VALUES (2) RETURNING id => 1000001",
             "T1: INSERT INTO a (t) VALUES (1) RETURNING id => 2000001", "T1: INSERT INTO a (t) VALUES (3) => #1",
             "T2: INSERT INTO b (a) VALUES (1000001) => #1", "T1 commit", "T2 commit"]
    path = case.report(sql, ["a id=5 t=0"], steps, final=[
        "a id=5 t=0", "a id=1000001 t=2", "a id=2000001 t=1", "a id=2000002 t=3", "b id=1000001 a=1000001"])
    top = json.loads(path.read_text())
    replay = top["results"][0]["anomalies"][0]["replay"]
    replay["numbers"] = [2, 1]
    replay["sequences"] = [{"name": name, "block": 1000000, "before": [1000000, 2000000]} for name in ("a_id_seq", "b_id_seq")]
    path.write_text(json.dumps(top))
    folder = case.folder / "sequences"
    case.run(path, "--export", str(folder)).check(0)
    psql = subprocess.run(["sh", str(next(folder.glob("*.sh"))), case.dsn], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    spec = subprocess.run([str(case.server.library / "pgxs/src/test/isolation/isolationtester"), case.dsn],
                          stdin=open(next(folder.glob("*.spec")), encoding="utf-8"), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    case.out = psql.stdout + spec.stdout
    if psql.returncode or "ERROR" in psql.stdout or not all(f" {i} |" in psql.stdout for i in (1000001, 2000001, 2000002)):
        case.wrong("psql does something else")
    if spec.returncode or "ERROR" in spec.stdout or "2000001" not in spec.stdout:
        case.wrong("isolationtester does something else")
    case.check(0)


def script_of_refused(case):
    """A transaction that the server breaks off does not keep the others from their turns."""
    folder = case.folder / "refused"
    case.run(case.report(ACCOUNT, ROWS, SKEW), "--isolation", "serializable", "--export", str(folder)).check(1)
    psql = subprocess.run(["sh", str(next(folder.glob("*.sh"))), case.dsn], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    case.out, case.err = psql.stdout, ""
    if psql.returncode or psql.stdout.count("ERROR") != 1 or psql.stdout.count("| -40") != 1:
        case.wrong("psql does something else")
    case.check(1, "T2 ends here")


def script_with_wait(case):
    steps = ["T1 begin", "T2 begin", "T1: UPDATE account SET v = v + 1 WHERE id = 1 => #1",
             "T2: UPDATE account SET v = v * 2 WHERE id = 1 => #1", "T1 commit", "T2 commit"]
    path = case.report(ACCOUNT, ROWS, steps)
    top = json.loads(path.read_text())
    top["results"][0]["anomalies"][0]["replay"]["schedule"][3]["waits"] = True
    path.write_text(json.dumps(top))
    folder = case.folder / "waits"
    case.run(path, "--isolation", "read committed", "--export", str(folder)).check(0)
    psql = subprocess.run(["sh", str(next(folder.glob("*.sh"))), case.dsn], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    if psql.returncode or "ERROR" in psql.stdout or "| 122" not in psql.stdout:
        case.out = psql.stdout
        case.wrong("psql does something else")
    case.check(0)


# Refusals.

def schema_is_there(case):
    case.server.sql("CREATE SCHEMA isoproof_replay; CREATE TABLE isoproof_replay.precious ()")
    case.run(case.report(ACCOUNT, ROWS, SKEW)).check(2, "has a schema isoproof_replay already", clean=False)
    if case.server.sql("SELECT count(*) FROM isoproof_replay.precious") != ["0"]:
        case.wrong("touched what it has not created")
    case.server.sql("DROP SCHEMA isoproof_replay CASCADE")


def no_right(case):
    case.server.sql("CREATE ROLE weak LOGIN")
    case.dsn = case.server.dsn(user="weak")
    case.run(case.report(ACCOUNT, ROWS, SKEW)).check(2, "CREATE SCHEMA isoproof_replay: permission denied for database")


def read_only_server(case):
    case.dsn += " options='-c default_transaction_read_only=on'"
    case.run(case.report(ACCOUNT, ROWS, SKEW)).check(0)


def unreachable(case):
    case.dsn = "host=/nonexistent dbname=x"
    case.run(case.report(ACCOUNT, ROWS, SKEW)).check(2, "cannot connect: connection to server on socket")


def no_dsn(case):
    case.dsn = "not a = connection string"
    case.run(case.report(ACCOUNT, ROWS, SKEW)).check(2, "cannot connect: missing")


def rows_break_a_constraint(case):
    case.run(case.report(ACCOUNT, ROWS + ROWS[:1], SKEW)).check(2, "initial row of account: duplicate key value", "23505")
    sql = "CREATE TABLE t (id integer PRIMARY KEY, up integer REFERENCES t);" + ACCOUNT
    case.run(case.report(sql, ["t id=1 up=2"], SKEW)).check(2, "initial row of t: insert or update", "23503")


def other_schema(case):
    case.run(case.report("CREATE SCHEMA app; CREATE TABLE app.t (id integer);" + ACCOUNT, ROWS, SKEW)).check(
        2, f"{case.name}.sql:1:20: error: names something in the schema app")


def makes_something_elsewhere(case):
    """What the text does not show (here: public) is found by looking, and undone."""
    case.run(case.report('CREATE TABLE U&"\\0070ublic".stray (id integer);' + ACCOUNT, ROWS, SKEW)).check(
        2, "the files create or change public.stray, outside of the schema")
    if case.server.sql("SELECT count(*) FROM pg_class WHERE relname = 'stray'") != ["0"]:
        case.wrong("left it there")


# Breaking off.

def deadlock(case):
    steps = ["T1 begin", "T2 begin", "T1: UPDATE account SET v = 1 WHERE id = 1 => #1",
             "T2: UPDATE account SET v = 2 WHERE id = 2 => #1", "T1: UPDATE account SET v = 1 WHERE id = 2 => #1",
             "T2: UPDATE account SET v = 2 WHERE id = 1 => #1", "T1 commit", "T2 commit"]
    case.run(case.report(ACCOUNT, ROWS, steps)).check(2, "deadlock: the server broke off T")


def time_out(case):
    case.run(case.report(ACCOUNT, ROWS, PAUSE), "--wait", "0.5").check(2, "no answer within 0.5 s to step 2 of T1")


def connection_lost(case):
    steps = ["T1 begin", "T1: UPDATE account SET v = 1 => #2", "T2 begin",
             "T1: SELECT pg_terminate_backend(pg_backend_pid()) => t", "T1 commit", "T2 commit"]
    case.run(case.report(ACCOUNT, ROWS, steps)).check(2, "the connection of T1 was lost")


def idle_connection_lost(case):
    steps = ["T1 begin", "T1: UPDATE account SET v = 1 => #2", "T2 begin",
             f"T2: SELECT count(pg_terminate_backend(pid)) FROM {OTHERS} => 2", "T1 commit", "T2 commit"]
    case.run(case.report(ACCOUNT, ROWS, steps)).check(2, "the connection")


def crash(case):
    """The server loses a process and restarts: all connections go, and the schema after all."""
    process = case.start(case.report(ACCOUNT, ROWS, PAUSE))
    case.server.sql("SELECT pg_sleep(0.05)")
    pid = wait_for_pause(case)
    os.kill(pid, signal.SIGKILL)
    case.end(process).check(2, "was lost")


def server_gone(case):
    process = case.start(case.report(ACCOUNT, ROWS, PAUSE))
    wait_for_pause(case)
    case.server.stop()
    restart = threading.Timer(2, case.server.start)
    restart.start()
    case.end(process)
    restart.join()
    case.check(2, "was lost")


def interrupted(case):
    for number in (signal.SIGINT, signal.SIGTERM):
        process = case.start(case.report(ACCOUNT, ROWS, PAUSE))
        wait_for_pause(case)
        process.send_signal(number)
        case.end(process).check(2, "interrupted")


def killed(case):
    """Nothing can be done about that; the next run says what there is."""
    process = case.start(case.report(ACCOUNT, ROWS, PAUSE))
    wait_for_pause(case)
    process.kill()
    process.communicate()
    case.run(case.report(ACCOUNT, ROWS, SKEW)).check(2, "still runs or was killed", "DROP SCHEMA isoproof_replay", clean=False)
    case.server.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'isoproof replay';"
                    "DROP SCHEMA isoproof_replay CASCADE")


def wait_for_pause(case):
    for _ in range(100):
        pids = case.server.sql("SELECT pid FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(20)%' AND state = 'active'")
        if pids:
            return int(pids[0])
        time.sleep(0.05)
    case.wrong("does not get there")
    return 0


CASES = [agrees, json_says_the_same, refused, result_differs, count_differs, end_differs, row_too_many,
         snapshot_at_begin, waits, lost_in_trigger, padded, triggers_as_the_files_have_them, first_updater_wins, savepoint, rich_schema, standing_clock, values_not_texts, level_of_no_server, exported, explored, sequences,
         script_of_refused, script_with_wait, schema_is_there,
         no_right, read_only_server, unreachable, no_dsn, rows_break_a_constraint, other_schema,
         makes_something_elsewhere, deadlock, time_out, connection_lost, idle_connection_lost, interrupted, killed, crash,
         server_gone]


def main():
    wanted = sys.argv[1:]
    with Server() as server, tempfile.TemporaryDirectory() as folder:
        for run in CASES:
            if wanted and run.__name__ not in wanted:
                continue
            case = Case(server, pathlib.Path(folder), run.__name__)
            begin = time.monotonic()
            run(case)
            print(f"{'passed' if case.good else 'FAILED'}: {case.name} ({time.monotonic() - begin:.1f} s)")
    return 1 if failures else 0


sys.exit(main())
