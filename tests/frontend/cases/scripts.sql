\set ON_ERROR_STOP on
CREATE TABLE t (id int PRIMARY KEY, v int, w text);
\set aid random(1, 100)
-- name: pay
BEGIN;
\set late 5
SELECT v AS seen, w FROM t WHERE id = :aid \gset p_
-- isoproof: ignore counted elsewhere
UPDATE t SET v = :p_seen - :late, w = :'note' WHERE id = :aid;
END;
UPDATE t SET v = 0;
START TRANSACTION ISOLATION LEVEL SERIALIZABLE;
INSERT INTO t VALUES ($1, $2::int, 'a' || :'p_w');
ROLLBACK;
-- name: pay
BEGIN; UPDATE t SET v = ?, w = ? WHERE id = ?; COMMIT;
BEGIN; CREATE INDEX ON t (v); COMMIT;
COPY t FROM stdin;
1	2	it's; BEGIN
\.
BEGIN; SAVEPOINT s; DELETE FROM t; ROLLBACK TO s; COMMIT;
SELECT v[1:2] FROM t; SELECT 1 AS a \; SELECT 2;
BEGIN; UPDATE t SET v = 2;
