"""Clients for pairs of statements: the row-lock matrix, and which transaction is refused by the first updater."""
from client import Case

LOCKS = ("FOR KEY SHARE", "FOR SHARE", "FOR NO KEY UPDATE", "FOR UPDATE")
# PostgreSQL 15, table 13.3: which of them a holder excludes.
EXCLUDES = {"FOR KEY SHARE": LOCKS[3:], "FOR SHARE": LOCKS[2:], "FOR NO KEY UPDATE": LOCKS[1:], "FOR UPDATE": LOCKS}
ROWS = """setup {
  CREATE TABLE x (k int PRIMARY KEY, v int NOT NULL); INSERT INTO x VALUES (1, 0);
  CREATE TABLE y (k int PRIMARY KEY, v int NOT NULL); INSERT INTO y VALUES (1, 0);
  CREATE TABLE z (k int PRIMARY KEY, v int NOT NULL); INSERT INTO z VALUES (1, 0);
}
"""


def lock_pair(held, wanted):
    """The second changes y under its lock, and the first looks at y twice under its own: the change falls between
    only if the locks can be had together."""
    waits = wanted in EXCLUDES[held]
    between = "f2=0 f3=0" if waits else "f2=0 f3=1"
    order = "f1 f2 s1 f3 fc s2 sc" if waits else "f1 f2 s1 s2 sc f3 fc"
    return Case(f"{held}, then {wanted}", ROWS + f"""
session first
setup {{ BEGIN; }}
step f1 {{ SELECT v FROM x WHERE k = 1 {held}; }}
step f2 {{ SELECT v FROM y WHERE k = 1; }}
step f3 {{ SELECT v FROM y WHERE k = 1; }}
step fc {{ COMMIT; }}
session second
setup {{ BEGIN; }}
step s1 {{ SELECT v FROM x WHERE k = 1 {wanted}; }}
step s2 {{ UPDATE y SET v = 1 WHERE k = 1; }}
step sc {{ COMMIT; }}
permutation {order}
#= read-committed: f1=0 {between} s1={'~' if waits else ''}0 s2=#1
#{'holds' if waits else 'fails'} read-committed: SELECT min(c0) = max(c0) FROM seen_1 WHERE step IN ('f2', 'f3')
""")


CHANGES = {
    "UPDATE": "UPDATE x SET v = 1 WHERE k = 1",
    "UPDATE of the key": "UPDATE x SET k = 2 WHERE k = 1",
    "DELETE": "DELETE FROM x WHERE k = 1",
}
ACTIONS = CHANGES | {lock: f"SELECT v FROM x WHERE k = 1 {lock}" for lock in LOCKS}


def refused(first, second):
    """At repeatable read: the first changed the row, and the second's statement excludes that change."""
    return first in CHANGES and not (first == "UPDATE" and second == "FOR KEY SHARE")


def updater_pair(first, second):
    """The second has its snapshot when the first commits; the witness sees the first, and not the second, so that no
    other order of commits explains the outcome."""
    gone = refused(first, second)
    result = "!40001" if gone else "0" if second in LOCKS else "#1"
    seen = "SELECT count(*) < 3 FROM seen_1 WHERE (step, c0) IN (('s1', 0), ('w1', 1), ('w2', 0))"
    return Case(f"{first}, then {second}", ROWS + f"""
session first
setup {{ BEGIN; }}
step f1 {{ {ACTIONS[first]}; }}
step f2 {{ UPDATE y SET v = 1 WHERE k = 1; }}
step fc {{ COMMIT; }}
session second
setup {{ BEGIN; }}
step s1 {{ SELECT v FROM y WHERE k = 1; }}
step s2 {{ {ACTIONS[second]}; }}
step s3 {{ UPDATE z SET v = 1 WHERE k = 1; }}
step sc {{ COMMIT; }}
session witness
setup {{ BEGIN; }}
step w1 {{ SELECT v FROM y WHERE k = 1; }}
step w2 {{ SELECT v FROM z WHERE k = 1; }}
step wc {{ COMMIT; }}
permutation s1 f1 f2 fc w1 w2 wc s2 s3 sc
#= repeatable-read: s1=0 f1={'0' if first in LOCKS else '#1'} f2=#1 w1=1 w2=0 s2={result} s3={'!25P02' if gone else '#1'}
#{'holds' if gone else 'fails'} repeatable-read: {seen}
""")


def cases():
    for held in LOCKS:
        for wanted in LOCKS:
            yield lock_pair(held, wanted)
    for first in ACTIONS:
        for second in ACTIONS:
            yield updater_pair(first, second)
