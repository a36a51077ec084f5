"""Messages that no driver sends, to isoproof serve and to a PostgreSQL server: the same kinds of answers with the same SQLSTATEs
come back, and the connection ends or goes on as there."""

import os
import pathlib
import socket
import struct
import sys

import serving
from serving import expect

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import postgresql  # noqa: E402


def message(kind, body=b""):
    return kind + struct.pack("!i", len(body) + 4) + body


def startup(body):
    return struct.pack("!ii", len(body) + 8, 196608) + body


def short(*numbers):
    return struct.pack(f"!{len(numbers)}h", *numbers)


def sized(text):
    return struct.pack("!i", len(text)) + text


SYNC, COPY_DONE = message(b"S"), message(b"c")
NUMBER = message(b"P", b"n\0SELECT $1::integer\0" + short(0))
TEXT = message(b"P", b"t\0SELECT $1::text\0" + short(1) + struct.pack("!i", 25))


def bind(name, rest):
    return message(b"B", b"\0" + name + b"\0" + rest)


def copy(data, options=b"", end=COPY_DONE):
    return message(b"Q", b"COPY item (id, stock) FROM STDIN" + options + b"\0") + message(b"d", data) + end


def copied_note(data, options=b""):
    return message(b"Q", b"COPY sale (item, amount, note) FROM STDIN" + options + b"\0") + message(b"d", data) + COPY_DONE


FIRST = {
    "no end": startup(b"user"),
    "no value": startup(b"user\0"),
    "no user": startup(b"database\0" + b"d\0\0"),
    "more than an end": startup(b"user\0isoproof\0\0x\0"),
}

CASES = {
    "query without an end": message(b"Q", b"SELECT 1"),
    "query without a text": message(b"Q"),
    "query with more": message(b"Q", b"SELECT 1\0more\0"),
    "query that is no UTF-8": message(b"Q", b"SELECT '\xff'\0"),
    "query with a part of a letter": message(b"Q", b"SELECT '\xc3'\0"),
    "query with half a surrogate": message(b"Q", b"SELECT '\xed\xa0\x80'\0"),
    "letters": message(b"Q", "SELECT 'ä€𝄞'".encode() + b"\0"),
    "parse without a text": message(b"P", b"x\0") + SYNC,
    "parse with types below zero": message(b"P", b"x\0SELECT 1\0" + short(-3)) + SYNC,
    "parse with types that are missing": message(b"P", b"x\0SELECT 1\0" + short(2)) + SYNC,
    "parse that is no UTF-8": message(b"P", b"x\0SELECT '\xfe'\0" + short(0)) + SYNC,
    "a name that is no UTF-8": message(b"P", b"\xfe\0SELECT 1\0" + short(0)) + SYNC,
    "bind of nothing": bind(b"nothing", short(0, 0, 0)) + SYNC,
    "bind that ends early": NUMBER + bind(b"n", short(0, 1) + struct.pack("!i", 100) + b"12") + SYNC,
    "bind with a length below zero": NUMBER + bind(b"n", short(0, 1) + struct.pack("!i", -7) + short(0)) + SYNC,
    "bind with a null": NUMBER + bind(b"n", short(0, 1) + struct.pack("!i", -1) + short(0)) + message(b"E", b"\0" + b"\0" * 4) + SYNC,
    "bind with an unknown form": NUMBER + bind(b"n", short(1, 77, 1) + sized(b"1") + short(0)) + SYNC,
    "bind with too many forms": NUMBER + bind(b"n", short(3, 0, 0, 0, 1) + sized(b"1") + short(0)) + SYNC,
    "bind of too many values": NUMBER + bind(b"n", short(0, 2) + sized(b"1") + sized(b"2") + short(0)) + SYNC,
    "bind with more": NUMBER + bind(b"n", short(0, 1) + sized(b"1") + short(0) + b"more") + SYNC,
    "a value that is no UTF-8": TEXT + bind(b"t", short(0, 1) + sized(b"a\xffb") + short(0)) + SYNC,
    "a value with a zero byte": TEXT + bind(b"t", short(0, 1) + sized(b"a\0b") + short(0)) + SYNC,
    "a binary value that is no UTF-8": TEXT + bind(b"t", short(1, 1, 1) + sized(b"a\xc3(b") + short(0)) + SYNC,
    "a value that is cut off within a letter": TEXT + bind(b"t", short(0, 1) + sized(b"\xe2\x82") + short(0)) + SYNC,
    "describe of neither": message(b"D", b"Zx\0") + SYNC,
    "close of neither": message(b"C", b"Zx\0") + SYNC,
    "close of nothing": message(b"C", b"Sx\0") + SYNC,
    "execute of nothing": message(b"E", b"p\0" + b"\0" * 4) + SYNC,
    "execute without an end": message(b"E", b"p") + SYNC,
    "execute without a number": message(b"E", b"p\0") + SYNC,
    "an error, and what follows it": message(b"P", b"x\0SELEC\0" + short(0)) + message(b"E", b"p") + message(b"D", b"Z") + SYNC,
    "data outside of a COPY": message(b"d", b"1\t2\n") + COPY_DONE + message(b"f", b"no\0") + message(b"Q", b"SELECT 1\0"),
    "an unknown message": message(b"@", b"x"),
    "a password": message(b"p", b"x\0"),
    "COPY of what is no UTF-8": copied_note(b"1\t1\t\xff\n"),
    "COPY of bytes that are no UTF-8": copied_note(b"1\t1\t\\xff\n"),
    "COPY of a zero byte": copied_note(b"1\t1\t\\0\n"),
    "COPY of CSV that is no UTF-8": copied_note(b"1,1,\xe2\x82\n", b" CSV"),
    "COPY with unknown flags": copy(b"PGCOPY\n\xff\r\n\0" + struct.pack("!ii", 1 << 20, 0) + short(-1), b" (FORMAT binary)"),
    "COPY with half a header": copy(b"PGCOPY\n\xff\r\n\0\0\0", b" (FORMAT binary)"),
    "COPY with an extension below zero": copy(b"PGCOPY\n\xff\r\n\0" + struct.pack("!ii", 0, -1) + short(-1), b" (FORMAT binary)"),
    "COPY with an extension": copy(b"PGCOPY\n\xff\r\n\0" + struct.pack("!ii", 0, 2) + b"xx" + short(-1), b" (FORMAT binary)"),
    "COPY that the client breaks off": copy(b"50\t1\n", end=message(b"f", b"no\0")),
}


def everything(connection):
    """Kinds of the messages up to the end, with severity and SQLSTATE of errors; the last one: whether the server goes on."""
    connection.settimeout(20)
    kinds, got = [], b""
    while True:
        more = connection.recv(65536)
        if not more:
            return [*kinds, "closed"]
        got += more
        while len(got) >= 5 and len(got) > struct.unpack("!i", got[1:5])[0]:
            end = 1 + struct.unpack("!i", got[1:5])[0]
            fields = {part[:1]: part[1:].decode(errors="replace") for part in got[5:end].split(b"\0") if part}
            kinds.append((fields[b"V"], fields[b"C"]) if got[:1] == b"E" else got[:1].decode())
            got = got[end:]
        if kinds and kinds[-1] == "Z" and kinds.count("Z") > 1:  # that of the first message, and that of the last
            return kinds


def answers(path, bytes_, begins=True):
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(path)
    if begins:
        connection.sendall(startup(b"user\0isoproof\0database\0postgres\0\0"))
        while not connection.recv(65536).endswith(b"Z\0\0\0\5I"):
            pass
        connection.sendall(message(b"Q", b"SELECT 0\0") + bytes_)
    else:
        connection.sendall(bytes_)
    kinds = everything(connection)
    if begins and kinds[-1] != "closed":
        connection.sendall(message(b"Q", b"SELECT 41 + 1\0"))
        kinds.append(b"42" in connection.recv(65536))
    connection.close()
    return kinds


def main():
    if not postgresql.folder():
        sys.exit(serving.SKIPPED)
    with postgresql.Server() as theirs, serving.Server("causal") as one, \
            serving.Server("postgresql/read-committed", "--policy", "interleaved") as statements:
        theirs.psql((serving.HERE / "shop.sql").read_text())
        for cases, begins in ((FIRST, False), (CASES, True)):
            for name, bytes_ in cases.items():
                expected = answers(theirs.work + "/.s.PGSQL.5432", bytes_, begins)
                for ours in (one, statements):
                    got = answers(ours.folder + "/.s.PGSQL.5432", bytes_, begins)
                    expect(got == expected, f"{name}: a server: {expected}, here: {got}")
        got = answers(one.folder + "/.s.PGSQL.5432", message(b"F", struct.pack("!ihhh", 9999, 0, 0, 0)))
        expect(("ERROR", "0A000") in got and got[-1] is True, f"a function by its number: {got}")
    with serving.Server("causal") as ends:
        last = socket.socket(socket.AF_UNIX)
        last.connect(ends.folder + "/.s.PGSQL.5432")
        last.sendall(startup(b"user\0isoproof\0\0") + message(b"Q", b"BEGIN; UPDATE item SET stock = 0\0"))
        while not last.recv(65536).endswith(b"Z\0\0\0\5T"):
            pass
        code, _ = ends.stop()
        expect(code == 0 and everything(last) == [("FATAL", "57P01"), "closed"], "SIGTERM within a transaction")
        expect(not os.path.exists(ends.folder), "a folder is left")
    serving.finish()


main()
