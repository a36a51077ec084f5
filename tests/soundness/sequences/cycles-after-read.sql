-- level: postgresql/serializable
-- never: safe
-- why: with CYCLE the numbers do not show which transaction drew first: f reads x as it was before g, and draws after it
CREATE SEQUENCE s MAXVALUE 2 CYCLE;
CREATE TABLE x (id int PRIMARY KEY, v int NOT NULL);
-- name: f
BEGIN;
SELECT v FROM x WHERE id = 1;
SELECT nextval('s');
COMMIT;
-- name: g
BEGIN;
UPDATE x SET v = $1 WHERE id = 1;
SELECT nextval('s');
COMMIT;
