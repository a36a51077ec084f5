-- level: postgresql/read-committed
-- never: safe
-- why: \g by itself sends the statement before once more, on a later snapshot
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
-- name: p
BEGIN;
SELECT v FROM t WHERE id = 1;
\g
COMMIT;
-- name: q
BEGIN;
UPDATE t SET v = 3 WHERE id = 1;
COMMIT;
