-- level: postgresql/read-committed
-- never: safe
-- why: psql puts the text that \gset kept there without quotes: it may be b
CREATE TABLE t (id int PRIMARY KEY, a int NOT NULL, b int NOT NULL);
CREATE TABLE cfg (id int PRIMARY KEY, col text NOT NULL);
-- name: twice
BEGIN;
SELECT col FROM cfg WHERE id = 1 \gset
SELECT :col AS x FROM t WHERE id = 1;
SELECT :col AS x FROM t WHERE id = 1;
COMMIT;
-- name: add
BEGIN;
UPDATE t SET b = b + 1 WHERE id = 1;
COMMIT;
