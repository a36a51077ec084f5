-- level: postgresql/repeatable-read
-- never: safe
-- why: the estimates that EXPLAIN shows follow the size of the table, which no snapshot keeps
CREATE TABLE t (id int PRIMARY KEY, a int NOT NULL);
-- name: look
BEGIN;
EXPLAIN SELECT * FROM t WHERE a = 0;
EXPLAIN SELECT * FROM t WHERE a = 0;
COMMIT;
-- name: fill
BEGIN;
INSERT INTO t SELECT g, 0 FROM generate_series(1, 1000) g;
COMMIT;
