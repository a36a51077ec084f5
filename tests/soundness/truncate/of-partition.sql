-- level: postgresql/repeatable-read
-- never: safe
-- why: a partition is emptied alone
CREATE TABLE a (id integer PRIMARY KEY);
CREATE TABLE b (id integer PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE b1 PARTITION OF b FOR VALUES FROM (0) TO (100);
-- name: reader
BEGIN;
SELECT count(*) FROM a;
SELECT count(*) FROM b;
COMMIT;
-- name: mover
BEGIN;
TRUNCATE b1;
INSERT INTO a VALUES (:k);
COMMIT;
