-- level: postgresql/repeatable-read
-- never: safe
-- why: the older snapshot has neither the row of a nor those of b, which are both in no serial order
CREATE TABLE a (id integer PRIMARY KEY);
CREATE TABLE b (id integer PRIMARY KEY);
-- name: reader
BEGIN;
SELECT count(*) FROM a;
SELECT count(*) FROM b;
COMMIT;
-- name: mover
BEGIN;
TRUNCATE b;
INSERT INTO a VALUES (:k);
COMMIT;
