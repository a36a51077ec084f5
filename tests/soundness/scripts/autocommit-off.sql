-- level: postgresql/read-committed
-- never: safe
-- why: without AUTOCOMMIT both reads are of one transaction, which begins with the first
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
\set AUTOCOMMIT off
SELECT v FROM t WHERE id = 1;
SELECT v FROM t WHERE id = 1;
COMMIT;
\set AUTOCOMMIT on
-- name: add
BEGIN;
UPDATE t SET v = v + 1 WHERE id = 1;
COMMIT;
