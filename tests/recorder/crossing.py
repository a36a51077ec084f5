"""Two connections read one balance, and both write what they have computed from it: crossing.py LEVEL."""
import sys

import psycopg2

both = [psycopg2.connect("") for _ in range(2)]
for c in both:
    c.set_session(isolation_level=sys.argv[1])
cursors = [c.cursor() for c in both]
for cursor in cursors:
    cursor.execute("SELECT bal FROM pot WHERE id = %s", (1,))
for cursor, c, left in zip(cursors, both, (90, 80)):
    (bal,) = cursor.fetchone()
    try:
        cursor.execute("UPDATE pot SET bal = %s WHERE id = %s", (bal - left, 1))
        c.commit()
    except psycopg2.errors.SerializationFailure:
        c.rollback()
