CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
-- name: report
BEGIN;
SELECT v AS a FROM t WHERE id = 1 \gset
SELECT v AS b FROM t WHERE id = 2 \gset
COMMIT;
-- name: move
BEGIN;
UPDATE t SET v = v - 1 WHERE id = 1;
UPDATE t SET v = v + 1 WHERE id = 2;
COMMIT;
-- name: report_rows
BEGIN;
SELECT v FROM t WHERE id = 1;
SELECT v FROM t WHERE id = 2;
COMMIT;
