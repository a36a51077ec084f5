-- level: postgresql/repeatable-read
-- never: safe
-- why: \connect rolls the transaction back: the statements after it are transactions of their own
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
-- name: twice
BEGIN;
\connect -
SELECT v FROM t WHERE id = 1;
SELECT v FROM t WHERE id = 2;
COMMIT;
-- name: add
BEGIN;
UPDATE t SET v = v + 1 WHERE id = 1;
UPDATE t SET v = v + 1 WHERE id = 2;
COMMIT;
