-- level: postgresql/repeatable-read
-- never: safe
-- why: of several rows \gset takes none: :w stays what the statement before made it
CREATE TABLE x (id integer PRIMARY KEY, k integer NOT NULL);
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
-- name: p
BEGIN;
SELECT 7 AS w \gset
SELECT 1 AS w FROM x WHERE k = 1 \gset
SELECT v FROM t WHERE id = 1;
UPDATE t SET v = 2 WHERE id = :w;
COMMIT;
-- name: q
BEGIN;
SELECT k FROM x WHERE k = 1;
SELECT v FROM t WHERE id = 7;
UPDATE t SET v = 3 WHERE id = 1;
COMMIT;
