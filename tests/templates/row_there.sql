-- A row that is read by its key is there: else what creates it could come between the two statements.
CREATE TABLE t (id int PRIMARY KEY, n int NOT NULL);
-- name: change
BEGIN;
-- expect: 1 row
-- params: a
SELECT n FROM t WHERE id = $1 FOR UPDATE;
-- params: n, a
UPDATE t SET n = $1 WHERE id = $2;
COMMIT;
-- name: create
BEGIN;
INSERT INTO t VALUES (:id, 0);
COMMIT;
