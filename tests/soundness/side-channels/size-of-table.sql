-- level: postgresql/serializable
-- never: safe
-- why: the size of a table is what it is on disk at the moment, whatever the snapshot
CREATE TABLE t (i int);
CREATE TABLE x (id int PRIMARY KEY, v int NOT NULL);
-- name: f
BEGIN;
SELECT v FROM x WHERE id = 1;
SELECT pg_relation_size('t');
COMMIT;
-- name: g
BEGIN;
UPDATE x SET v = $1 WHERE id = 1;
INSERT INTO t VALUES (1);
COMMIT;
