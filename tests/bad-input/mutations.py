"""Damaged SQL: no edit of a good file makes the command crash, hang, or end with
a status outside its contract. The edits are the same in every run."""

import os
import pathlib
import random
import subprocess
import sys
import tempfile

ISOPROOF = os.environ["ISOPROOF"]
ROOT = pathlib.Path(os.environ["ISOPROOF_SOURCE_DIR"])
FILES = ["bank/bank.sql", "withdraw/withdraw.sql", "tpcc/schema.sql", "tpcc/new_order.sql",
         "tpcc/delivery_ten_districts.sql", "smallbank/smallbank.sql", "courseware/courseware.sql"]
EACH = int(sys.argv[1])
TOKENS = [b"(", b")", b"'", b'"', b";", b"$$", b"--", b"/*", b"*/", b"\\", b"\0", b"\xff", b"BEGIN ", b"END;", b"IF ",
          b" LOOP ", b"SELECT ", b" INTO ", b":x", b"$1", b"::int", b" NULL ", b"99999999999999999999", b"[", b"..", b"="]


def damage(text, random_):
    data = bytearray(text)
    for _ in range(random_.randint(1, 4)):
        at = random_.randrange(len(data))
        match random_.randrange(5):
            case 0:
                del data[at:at + random_.randint(1, 40)]
            case 1:
                data[at:at] = random_.choice(TOKENS)
            case 2:
                data[at] = random_.randrange(256)
            case 3:
                end = min(len(data), at + random_.randint(1, 200))
                data[at:at] = data[at:end]
            case 4:
                data = data[:at + 1]
        data = data or bytearray(b";")
    return bytes(data)


def run(arguments):
    try:
        done = subprocess.run([ISOPROOF, *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    except subprocess.TimeoutExpired:
        return None, b"more than 60 seconds"
    return done.returncode, done.stderr


def main():
    failed = 0
    count = 0
    for name in FILES:
        text = (ROOT / "benchmarks" / name).read_bytes()
        for seed in range(EACH):
            random_ = random.Random(f"{name} {seed}")
            damaged = damage(text, random_)
            command = ["analyze", "--max-cycle", "2", "--timeout", "2", "--quiet", "--level", "serializability"] \
                if seed % 4 == 0 else ["programs"]
            with tempfile.NamedTemporaryFile(suffix=".sql") as file:
                file.write(damaged)
                file.flush()
                status, errors = run([*command, file.name])
            count += 1
            if status not in (0, 1, 2, 3) or b"internal error" in errors or b"runtime error:" in errors \
                    or b"Sanitizer" in errors:
                failed += 1
                kept = pathlib.Path(tempfile.gettempdir()) / f"mutation-{name.replace('/', '-')}-{seed}.sql"
                kept.write_bytes(damaged)
                print(f"FAILED isoproof {' '.join(command)} {kept}: status {status}")
                print("  " + errors.decode(errors="replace")[-800:])
    print(f"{count} damaged files, {failed} failed")
    return 1 if failed or not count else 0


if __name__ == "__main__":
    sys.exit(main())
