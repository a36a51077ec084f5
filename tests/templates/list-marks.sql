CREATE TABLE t (id bigint PRIMARY KEY, n int NOT NULL);
CREATE TABLE u (id bigint PRIMARY KEY, n int NOT NULL, x text NOT NULL);
-- name: three
-- assume: found = {a, b , a} in any order (9 of 9)
-- assume: b = c (9 of 9)
BEGIN;
-- params: found
SELECT n FROM t WHERE id = ANY ($1);
-- params: c
UPDATE t SET n = 1 WHERE id = $1;
-- params: a, found
UPDATE t SET n = 2 WHERE id = $1 OR id = ANY ($2::bigint[]);
COMMIT;
-- name: independent
BEGIN;
-- params: found
SELECT n FROM t WHERE id = ANY ($1);
UPDATE t SET n = cardinality(:found) WHERE id = :a;
COMMIT;
-- name: variable
-- assume: found = {row_id}
-- assume: row_id = x_id
BEGIN;
SELECT id FROM t WHERE n = 7 \gset x_
UPDATE t SET n = 2 WHERE id = ANY (:found);
COMMIT;
-- name: loop
-- assume: found = a of every iteration, in any order (9 of 9)
BEGIN;
-- params: found
SELECT n FROM t WHERE id = ANY ($1);
-- isoproof: loop over a bigint, b
-- params: a, b
UPDATE t SET n = $2 WHERE id = $1;
-- isoproof: end loop
COMMIT;
-- name: unused
-- assume: found = {a, b}
BEGIN;
-- params: a, b
UPDATE t SET n = 1 WHERE id IN ($1, $2);
COMMIT;
-- name: bad
-- assume: found = {a, b
-- assume: found = {a b}
-- assume: found = {}
-- assume: found = {a, 'b'}
BEGIN;
-- params: a, b, found
UPDATE t SET n = 1 WHERE id IN ($1, $2) OR id = ANY ($3);
COMMIT;
-- name: literals
-- assume: a = 'it''s -- so' (9 of 9)
-- assume: b = 12 (9 of 9)
BEGIN;
-- isoproof: loop over c bigint, a, b
-- params: a, b, c
UPDATE u SET x = $1, n = n + $2 WHERE id = $3 AND x <> :a;
-- isoproof: end loop
COMMIT;
-- name: no_literals
-- assume: a = 'open
-- assume: b = 12x
BEGIN;
-- params: a, b
UPDATE u SET x = $1, n = $2;
COMMIT;
-- name: rows
-- assume: found = {a, b}
-- assume: ns = c in every row
BEGIN;
-- params: found, ns
INSERT INTO t (id, n) SELECT * FROM unnest($1::bigint[], $2::integer[]);
COMMIT;
