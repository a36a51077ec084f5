-- level: postgresql/read-committed
-- never: safe
-- why: f reads x as it was before g, and then inserts a row that the dropped CHECK would have refused
CREATE TABLE a (id int PRIMARY KEY, v int NOT NULL, CONSTRAINT small CHECK (v < 5));
CREATE TABLE x (id int PRIMARY KEY, v int NOT NULL);
-- name: f
BEGIN;
SELECT v FROM x WHERE id = 1;
INSERT INTO a VALUES ($1, 7);
COMMIT;
-- name: g
BEGIN;
ALTER TABLE a DROP CONSTRAINT small;
UPDATE x SET v = $1 WHERE id = 1;
COMMIT;
