-- level: postgresql/serializable
-- never: safe
-- why: f reads x as it was before g, and then inserts what g has made the default
CREATE TABLE a (id int PRIMARY KEY, v int NOT NULL DEFAULT 0);
CREATE TABLE x (id int PRIMARY KEY, v int NOT NULL);
-- name: f
BEGIN;
SELECT v FROM x WHERE id = 1;
INSERT INTO a (id) VALUES ($1);
COMMIT;
-- name: g
BEGIN;
ALTER TABLE a ALTER v SET DEFAULT 9;
UPDATE x SET v = $1 WHERE id = 1;
COMMIT;
