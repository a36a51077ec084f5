-- level: postgresql/repeatable-read
-- never: safe
-- why: psql sets :w though it stands within a statement
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
\set w 1
-- name: before
BEGIN;
SELECT v FROM t
\set w 7
;
COMMIT;
-- name: p
BEGIN;
SELECT v FROM t WHERE id = 1;
UPDATE t SET v = 2 WHERE id = :w;
COMMIT;
-- name: q
BEGIN;
SELECT v FROM t WHERE id = 7;
UPDATE t SET v = 3 WHERE id = 1;
COMMIT;
