-- level: postgresql/repeatable-read
-- never: safe
-- why: psql undoes only the INSERT that fails and goes on: a sets u where it sees the key, b reads u and deletes the key
CREATE TABLE k (id int PRIMARY KEY);
CREATE TABLE u (id int PRIMARY KEY, v int NOT NULL);
\set ON_ERROR_ROLLBACK on
-- name: a
BEGIN;
INSERT INTO k VALUES (1);
UPDATE u SET v = 1 WHERE id = 1;
COMMIT;
-- name: b
BEGIN;
SELECT v FROM u WHERE id = 1;
DELETE FROM k WHERE id = 1;
COMMIT;
