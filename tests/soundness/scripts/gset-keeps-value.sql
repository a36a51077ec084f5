-- level: postgresql/repeatable-read
-- never: safe
-- why: where x has no row \gset leaves :w as it was, and row 7 is changed
CREATE TABLE x (id integer PRIMARY KEY);
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
\set w 7
-- name: p
BEGIN;
SELECT 1 AS w FROM x WHERE id = 1 \gset
SELECT v FROM t WHERE id = 1;
UPDATE t SET v = 2 WHERE id = :w;
COMMIT;
-- name: q
BEGIN;
SELECT v FROM t WHERE id = 7;
UPDATE t SET v = 3 WHERE id = 1;
COMMIT;
