-- level: postgresql/read-committed
-- never: safe
-- why: what CREATE TABLE AS EXECUTE reads is a read, beside that of the same query again
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
-- name: p
BEGIN;
PREPARE q AS SELECT v FROM t WHERE id = 1;
CREATE TEMP TABLE x AS EXECUTE q;
EXECUTE q;
COMMIT;
-- name: w
BEGIN;
UPDATE t SET v = 2 WHERE id = 1;
COMMIT;
