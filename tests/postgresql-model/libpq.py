"""As much of libpq as concurrent sessions need: statements are sent without waiting for their end."""
import ctypes
import ctypes.util
import select

EMPTY_QUERY, COMMAND_OK, TUPLES_OK, FATAL_ERROR = 0, 1, 2, 7
BOOLEAN, NUMBERS = 16, (20, 21, 23, 26, 700, 701, 1700)


def load():
    """None: there is no libpq."""
    name = ctypes.util.find_library("pq")
    if not name:
        return None
    library = ctypes.CDLL(name)
    for function in ("PQconnectdb", "PQgetResult"):
        getattr(library, function).restype = ctypes.c_void_p
    for function in ("PQerrorMessage", "PQgetvalue", "PQcmdTuples", "PQresultErrorField", "PQresultErrorMessage"):
        getattr(library, function).restype = ctypes.c_char_p
    return library


PQ = load()
HEAR = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p)


class Result:
    """rows: lists of values as SQL writes them, None without columns. changed: None where nothing was counted.
    error: the SQLSTATE."""

    def __init__(self, result):
        handle = ctypes.c_void_p(result)
        status = PQ.PQresultStatus(handle)
        self.rows = self.changed = self.error = None
        self.message = (PQ.PQresultErrorMessage(handle) or b"").decode()
        if status == FATAL_ERROR:
            self.error = (PQ.PQresultErrorField(handle, ord("C")) or b"").decode()
        elif status == TUPLES_OK:
            types = [PQ.PQftype(handle, c) for c in range(PQ.PQnfields(handle))]
            self.rows = [[self.value(handle, r, c, kind) for c, kind in enumerate(types)]
                         for r in range(PQ.PQntuples(handle))]
        elif status == COMMAND_OK and PQ.PQcmdTuples(handle):
            self.changed = int(PQ.PQcmdTuples(handle))
        PQ.PQclear(handle)

    @staticmethod
    def value(handle, row, column, kind):
        if PQ.PQgetisnull(handle, row, column):
            return "NULL"
        text = PQ.PQgetvalue(handle, row, column).decode()
        if kind == BOOLEAN:
            return "true" if text == "t" else "false"
        return text if kind in NUMBERS else "'" + text.replace("'", "''") + "'"


class Connection:
    def __init__(self, dsn):
        self.handle = ctypes.c_void_p(PQ.PQconnectdb(dsn.encode()))
        if PQ.PQstatus(self.handle) != 0:
            raise RuntimeError(PQ.PQerrorMessage(self.handle).decode())
        self.process, self.heard, self.received = PQ.PQbackendPID(self.handle), None, []

    def hear(self, listener):
        """Calls listener(text) for each message that is no error."""
        self.heard = HEAR(lambda _, text: listener(text.decode()))
        PQ.PQsetNoticeProcessor(self.handle, self.heard, None)

    def close(self):
        PQ.PQfinish(self.handle)

    def send(self, sql):
        if not PQ.PQsendQuery(self.handle, sql.encode()):
            raise RuntimeError(PQ.PQerrorMessage(self.handle).decode())

    def busy(self):
        """Does any of the statements that were sent run yet?"""
        if not PQ.PQconsumeInput(self.handle):
            raise RuntimeError(PQ.PQerrorMessage(self.handle).decode())
        while not PQ.PQisBusy(self.handle):
            result = PQ.PQgetResult(self.handle)
            if not result:
                return False
            self.received.append(Result(result))
        return True

    def wait(self, seconds):
        """Until something comes from the server, or for so long."""
        select.select([PQ.PQsocket(self.handle)], [], [], seconds)

    def results(self):
        """Of what was sent; waits for them."""
        found, self.received = self.received, []
        while result := PQ.PQgetResult(self.handle):
            found.append(Result(result))
        return found

    def checked(self, sql=""):
        """The results of what was sent; an error is an exception."""
        found = self.results()
        for result in found:
            if result.error:
                raise RuntimeError(f"{result.message.strip()} in: {sql}")
        return found

    def run_all(self, sql):
        self.send(sql)
        return self.checked(sql)

    def run(self, sql):
        """The last result."""
        return self.run_all(sql)[-1]
