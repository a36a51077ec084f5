-- level: postgresql/repeatable-read
-- never: safe
-- why: \gdesc does not run the statement before it, so p writes one row alone
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
-- name: p
BEGIN;
SELECT v FROM t WHERE id = 1;
UPDATE t SET v = 3 WHERE id = 1 \gdesc
UPDATE t SET v = 3 WHERE id = 7;
COMMIT;
-- name: q
BEGIN;
SELECT v FROM t WHERE id = 7;
UPDATE t SET v = 3 WHERE id = 1;
COMMIT;
