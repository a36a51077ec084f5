"""The applications of the paper's table 1 through PostgreSQL's protocol, by psycopg2: a table of keys and values.

The same programs as tests/server/applications.c, which runs them on the library's store and says where they are from.
"""

import random
import time

from served import Server, latest, transaction

SCHEMA = "CREATE TABLE kv (k text PRIMARY KEY, v integer NOT NULL);\n"
LONGEST_PAUSE = 4  # clients sleep for 0 to 3 ms before an operation, on a clock that is not waited for


def get(cursor, key):
    cursor.execute("SELECT v FROM kv WHERE k = %s", (key,))
    return cursor.fetchone()[0]


def put(cursor, key, value):
    cursor.execute("UPDATE kv SET v = %s WHERE k = %s", (value, key))


class Stack:
    title, published = "stack, an element popped twice", 3.7
    rows = {"head": 0, **{f"node {n}": 0 for n in range(1, 10)}}

    def __init__(self):
        self.pushed, self.popped = 0, []
        self.clients = [[self.push, self.push, self.pop], [self.pop, self.push, self.pop], [self.pop, self.pop]]

    @staticmethod
    def set_head(client, old, new):
        def body(cursor):
            same = get(cursor, "head") == old
            if same:
                put(cursor, "head", new)
            return same
        return transaction(client, body)

    def push(self, client):
        self.pushed += 1
        node = self.pushed
        while True:
            head = transaction(client, lambda c: get(c, "head"))
            transaction(client, lambda c, head=head: put(c, f"node {node}", head))
            if self.set_head(client, head, node):
                return

    def pop(self, client):
        while True:
            head = transaction(client, lambda c: get(c, "head"))
            if not head:
                return
            below = transaction(client, lambda c, head=head: get(c, f"node {head}"))
            if self.set_head(client, head, below):
                self.popped.append(head)
                return

    def fails(self):
        return len(set(self.popped)) < len(self.popped)


class Courseware:
    rows = {"student 1": 1, "student 2": 1, "course 1": 1, "course 2": 1, "courses": 6, "students 1": 0, "students 2": 0}

    def __init__(self):
        self.first, self.all, self.second, self.removed = 0, 0, 0, 0
        self.clients = [[lambda c: self.enroll(c, 1, 1, 1), self.first_looks, lambda c: self.enroll(c, 1, 2, 2), self.first_counts],
                        [lambda c: self.enroll(c, 2, 1, 1), self.second_looks, self.remove, self.see_removed]]

    @staticmethod
    def enroll(client, student, course, seats):
        def body(cursor):
            if not get(cursor, f"student {student}") or not get(cursor, f"course {course}"):
                return
            students = get(cursor, f"students {course}")
            if bin(students).count("1") >= seats:
                put(cursor, f"course {course}", 0)
            else:
                put(cursor, f"students {course}", students | 1 << student)
        transaction(client, body)

    @staticmethod
    def enrollments(client):
        def body(cursor):
            courses = get(cursor, "courses")
            return [get(cursor, f"students {n}") if courses >> n & 1 else 0 for n in (1, 2)]
        return transaction(client, body)

    def first_looks(self, client):
        self.first = self.enrollments(client)[0] >> 1 & 1

    def first_counts(self, client):
        self.all = sum(students >> 1 & 1 for students in self.enrollments(client))

    def second_looks(self, client):
        self.second = self.enrollments(client)[0] >> 2 & 1

    @staticmethod
    def remove(client):
        def body(cursor):
            put(cursor, "course 2", 0)
            put(cursor, "courses", get(cursor, "courses") & ~4)
            put(cursor, "students 2", 0)
        transaction(client, body)

    def see_removed(self, client):
        self.removed = transaction(client, lambda c: get(c, "students 2")) >> 1 & 1


class Overflow(Courseware):
    title, published = "courseware, more enrolled than seats", 10.6

    def fails(self):
        return self.first and self.second


class Removed(Courseware):
    title, published = "courseware, a student in a removed course", 57.5

    def fails(self):
        return self.removed and self.all == self.first + 1


class Shopping:
    title, published = "shopping, an item reappears", 20.2
    rows = {"cart": 1}

    def __init__(self):
        self.seen = [[], []]
        self.clients = [[self.remove, lambda c: self.see(c, 0), lambda c: self.see(c, 0)],
                        [self.add, lambda c: self.see(c, 1), lambda c: self.see(c, 1)]]

    @staticmethod
    def remove(client):
        transaction(client, lambda c: get(c, "cart") and put(c, "cart", 0))

    @staticmethod
    def add(client):
        transaction(client, lambda c: put(c, "cart", get(c, "cart") + 3))

    def see(self, client, whose):
        self.seen[whose].append(transaction(client, lambda c: get(c, "cart")))

    def fails(self):
        return self.seen in ([[0, 4], [4, 4]], [[4, 4], [4, 4]])


class Twitter:
    title, published = "Twitter, tweets missing in the feed", 6.3
    rows = {"tweets": 0, "follows": 0}

    def __init__(self):
        self.seen, self.missing = 0, False
        self.clients = [[self.tweet] * 3, [self.follow, self.feed, self.feed], [self.timeline] * 3]

    @staticmethod
    def tweet(client):
        transaction(client, lambda c: put(c, "tweets", get(c, "tweets") + 1))

    @staticmethod
    def follow(client):
        transaction(client, lambda c: put(c, "follows", 1))

    def feed(self, client):
        shown = transaction(client, lambda c: get(c, "tweets") if get(c, "follows") else 0)
        self.missing = self.missing or shown < self.seen

    def timeline(self, client):
        self.seen = max(self.seen, transaction(client, lambda c: get(c, "tweets")))

    def fails(self):
        return self.missing


APPLICATIONS = (Stack, Overflow, Removed, Shopping, Twitter)


def one_run(kind, clients, draw):
    application = kind()
    wakes = [draw.randrange(LONGEST_PAUSE) for _ in application.clients]
    done = [0] * len(wakes)
    while True:
        left = [c for c, operations in enumerate(application.clients) if done[c] < len(operations)]
        if not left:
            return bool(application.fails())
        first = min(wakes[c] for c in left)
        c = draw.choice([c for c in left if wakes[c] == first])
        application.clients[c][done[c]](clients[c])
        done[c] += 1
        wakes[c] += draw.randrange(LONGEST_PAUSE)


def measure(isoproof, level, kind, runs, seed):
    """Failing runs, and seconds a run."""
    rows = "".join(f"INSERT INTO kv VALUES ('{k}', {v});\n" for k, v in kind.rows.items())
    draw, failed = random.Random(seed), 0
    with Server(isoproof, level, [], seed, SCHEMA + rows) as server:
        clients = [server.connect() for _ in range(3)]
        setup = latest(server).cursor()
        begun = time.monotonic()
        for _ in range(runs):
            failed += one_run(kind, clients, draw)
            setup.execute("CHECKPOINT")  # or what the run has written could count as later than what follows
            for key, value in kind.rows.items():
                setup.execute("UPDATE kv SET v = %s WHERE k = %s", (value, key))
            setup.execute("CHECKPOINT")
        return failed, (time.monotonic() - begun) / runs
