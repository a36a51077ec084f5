-- level: postgresql/serializable
-- never: safe
-- why: the catalogs show other sessions' temporary tables: each looks for the other's, and makes its own
CREATE TABLE a (i int);
-- name: f
BEGIN;
SELECT count(*) FROM pg_class WHERE relname = 't2';
CREATE TEMPORARY TABLE t1 (x int);
COMMIT;
-- name: g
BEGIN;
SELECT count(*) FROM pg_class WHERE relname = 't1';
CREATE TEMPORARY TABLE t2 (x int);
COMMIT;
