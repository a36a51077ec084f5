-- level: postgresql/read-committed
-- never: safe
-- why: the catalogs show a table's file, which TRUNCATE replaces
CREATE TABLE t (id int PRIMARY KEY);
CREATE TABLE u (id int PRIMARY KEY, v int NOT NULL);
-- name: p
BEGIN;
SELECT relfilenode FROM pg_class WHERE oid = 't'::regclass;
SELECT v FROM u WHERE id = 1;
COMMIT;
-- name: w
BEGIN;
TRUNCATE t;
UPDATE u SET v = 9 WHERE id = 1;
COMMIT;
