-- level: postgresql/serializable
-- never: safe
-- why: each looks in the catalogs for the table that the other one makes; serializable does not track catalogs
CREATE TABLE a (id int PRIMARY KEY, n bigint);
-- name: f
BEGIN;
SELECT count(*) FROM pg_class WHERE relname = 'n2';
CREATE TABLE n1 (x int);
COMMIT;
-- name: g
BEGIN;
SELECT count(*) FROM pg_class WHERE relname = 'n1';
CREATE TABLE n2 (x int);
COMMIT;
