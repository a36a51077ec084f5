-- level: postgresql/serializable
-- never: safe
-- why: f reads x as it was before g, and then calls the function as g has made it
CREATE FUNCTION z() RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE TABLE x (id int PRIMARY KEY, v int NOT NULL);
-- name: f
BEGIN;
SELECT v FROM x WHERE id = 1;
SELECT z();
COMMIT;
-- name: g
BEGIN;
CREATE OR REPLACE FUNCTION z() RETURNS int LANGUAGE sql AS 'SELECT 2';
UPDATE x SET v = $1 WHERE id = 1;
COMMIT;
