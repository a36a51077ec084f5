-- level: postgresql/read-committed
-- never: safe
-- why: f reads x as it was before g, and then draws the number that g has set the sequence to
CREATE SEQUENCE s;
CREATE TABLE x (id int PRIMARY KEY, v int NOT NULL);
-- name: f
BEGIN;
SELECT v FROM x WHERE id = 1;
SELECT nextval('s') > 50;
COMMIT;
-- name: g
BEGIN;
ALTER SEQUENCE s RESTART WITH 100;
UPDATE x SET v = $1 WHERE id = 1;
COMMIT;
