-- What is reported to the client of a script: how many rows a statement has changed, and of an error before ROLLBACK TO. In the run both find
-- their row; in every serial order the second transaction finds none.
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE k (id int PRIMARY KEY);

-- name: take_first
BEGIN;
UPDATE t SET v = v WHERE id = 1 AND (SELECT v FROM t WHERE id = 2) = 0;
UPDATE t SET v = 1 WHERE id = 3;
COMMIT;

-- name: take_second
BEGIN;
UPDATE t SET v = v WHERE id = 4 AND (SELECT v FROM t WHERE id = 3) = 0;
UPDATE t SET v = 1 WHERE id = 2;
COMMIT;

-- name: try_key
BEGIN;
SELECT v FROM t WHERE id = 5;
SAVEPOINT s;
INSERT INTO k VALUES (1);
ROLLBACK TO s;
COMMIT;

-- name: free_key
BEGIN;
UPDATE t SET v = v + 1 WHERE id = 5;
DELETE FROM k WHERE id = 1;
COMMIT;
