-- level: postgresql/repeatable-read
-- never: safe
-- why: after two backslashes SQL goes on: p changes row 7
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
-- name: p
BEGIN;
SELECT v FROM t WHERE id = 1;
\echo changes \\ UPDATE t SET v = 3 WHERE id = 7;
COMMIT;
-- name: q
BEGIN;
SELECT v FROM t WHERE id = 7;
UPDATE t SET v = 3 WHERE id = 1;
COMMIT;
