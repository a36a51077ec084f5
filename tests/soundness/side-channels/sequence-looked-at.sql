-- level: postgresql/serializable
-- never: safe
-- why: pg_sequences tells what g has drawn, whatever the snapshot of f
CREATE SEQUENCE s;
CREATE TABLE x (id int PRIMARY KEY, v int NOT NULL);
-- name: f
BEGIN;
SELECT v FROM x WHERE id = 1;
SELECT last_value FROM pg_sequences WHERE sequencename = 's';
COMMIT;
-- name: g
BEGIN;
UPDATE x SET v = $1 WHERE id = 1;
SELECT nextval('s') > 0;
COMMIT;
