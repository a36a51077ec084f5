CREATE TABLE t (id int PRIMARY KEY, n int NOT NULL);
CREATE TABLE u (id int PRIMARY KEY, n int NOT NULL);
-- name: change
-- assume: a_2 = a (7 of 7)
-- assume: m = n (7 of 7)
BEGIN;
-- assume: at least 1 row (7 of 7 write it later)
-- params: a
SELECT n FROM t WHERE id = $1 FOR UPDATE;
-- params: n, a_2
UPDATE t SET n = $1 WHERE id = $2;
-- params: m
UPDATE u SET n = $1 WHERE id = 1;
COMMIT;
-- name: create
BEGIN;
INSERT INTO t VALUES (:id, 0);
COMMIT;
