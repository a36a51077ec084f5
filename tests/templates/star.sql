CREATE TABLE t (id int PRIMARY KEY, a int NOT NULL, b int NOT NULL);
-- name: kept
BEGIN;
SELECT * FROM t WHERE id = :x \gset r_
UPDATE t SET a = :r_b WHERE id = :x;
COMMIT;
CREATE TABLE u (id int PRIMARY KEY, a int NOT NULL, b int NOT NULL);
-- name: swapped
BEGIN;
SELECT u.*, 1 AS c FROM u WHERE id = :x \gset r_
UPDATE u SET a = :r_b WHERE id = :x;
COMMIT;
-- name: rows
-- assume: n = b of each row
BEGIN;
SELECT * FROM u;
-- isoproof: loop over n
UPDATE t SET a = 1 WHERE id = :n;
-- isoproof: end loop
COMMIT;
ALTER TABLE u DROP COLUMN a;
ALTER TABLE u ADD COLUMN a int;
-- name: later
BEGIN;
INSERT INTO u (id, b) VALUES (:x, 2) RETURNING * \gset r_
UPDATE u SET a = :r_b WHERE id = :x;
COMMIT;
-- name: names
BEGIN;
SELECT a::bigint, sum(b)::int::text, 1::int, CASE WHEN a > 1 THEN 1 ELSE id END, (CASE WHEN a > 1 THEN 1 ELSE 2 END)::bigint FROM t WHERE id = :x GROUP BY id, a \gset r_
UPDATE t SET a = :r_a + :r_sum::int + :r_int4 + :r_id + :r_case WHERE id = :x;
COMMIT;
