-- level: postgresql/repeatable-read
-- never: safe
-- why: r_id is what the last \gset has given it: p reads row 1 and changes row 2
CREATE TABLE x (id integer PRIMARY KEY);
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
-- name: p
-- assume: b = r_id (5 of 5)
BEGIN;
SELECT id FROM x WHERE id = 1 \gset r_
SELECT v FROM t WHERE id = :r_id;
SELECT id FROM x WHERE id = 2 \gset r_
-- params: b
UPDATE t SET v = 2 WHERE id = $1;
COMMIT;
-- name: q
BEGIN;
SELECT v FROM t WHERE id = 2;
UPDATE t SET v = 3 WHERE id = 1;
COMMIT;
