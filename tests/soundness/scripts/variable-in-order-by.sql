-- level: postgresql/read-committed
-- never: safe
-- why: ORDER BY :col sorts by a column, which may be b
CREATE TABLE t (id int PRIMARY KEY, a int NOT NULL, b int NOT NULL);
-- name: twice
BEGIN;
SELECT id FROM t ORDER BY :col LIMIT 1;
SELECT id FROM t ORDER BY :col LIMIT 1;
COMMIT;
-- name: add
BEGIN;
UPDATE t SET b = b + 1 WHERE id = 1;
COMMIT;
