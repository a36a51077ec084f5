CREATE TABLE t (id int PRIMARY KEY, n int NOT NULL);
-- name: unknown_name
-- assume: c = a (5 of 5)
BEGIN;
-- params: a
UPDATE t SET n = 1 WHERE id = $1;
COMMIT;
-- name: bad_assumption
-- assume: a
BEGIN;
-- params: a
UPDATE t SET n = 1 WHERE id = $1;
COMMIT;
-- name: no_end
BEGIN;
-- isoproof: loop over a
-- params: a
UPDATE t SET n = 1 WHERE id = $1;
COMMIT;
-- name: no_beginning
BEGIN;
-- params: a
UPDATE t SET n = 1 WHERE id = $1;
-- isoproof: end loop
COMMIT;
-- name: value_before
BEGIN;
-- params: a
UPDATE t SET n = 1 WHERE id = $1;
-- isoproof: loop over a
-- params: a
UPDATE t SET n = 1 WHERE id = $1;
-- isoproof: end loop
COMMIT;
-- name: no_values
BEGIN;
-- isoproof: loop
UPDATE t SET n = n + 1;
-- isoproof: end loop
COMMIT;
-- name: expects
BEGIN;
-- expect: 1 row
-- params: a
SELECT n FROM t WHERE id = $1;
-- assume: 1 row (5 of 5)
-- params: a
UPDATE t SET n = 1 WHERE id = $1;
COMMIT;
-- name: expects_badly
BEGIN;
-- expect: nothing
UPDATE t SET n = 1 WHERE id = 1;
COMMIT;
