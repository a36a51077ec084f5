-- level: postgresql/read-committed
-- never: safe
-- why: what the DO block runs in g's transaction changes the default of what f inserts
CREATE TABLE a (id int PRIMARY KEY, v int NOT NULL DEFAULT 0);
CREATE TABLE x (id int PRIMARY KEY, v int NOT NULL);
-- name: f
BEGIN;
SELECT v FROM x WHERE id = 1;
INSERT INTO a (id) VALUES ($1);
COMMIT;
-- name: g
BEGIN;
DO $$ BEGIN EXECUTE 'ALTER TABLE a ALTER v SET DEFAULT 9'; END $$;
UPDATE x SET v = $1 WHERE id = 1;
COMMIT;
