-- level: postgresql/repeatable-read
-- never: safe
-- why: TRUNCATE … RESTART IDENTITY sets back the sequence that f draws from without touching the table
CREATE TABLE t (id serial PRIMARY KEY, v int);
CREATE TABLE x (id int PRIMARY KEY, v int NOT NULL);
-- name: f
BEGIN;
SELECT v FROM x WHERE id = 1;
SELECT nextval('t_id_seq');
COMMIT;
-- name: g
BEGIN;
UPDATE x SET v = $1 WHERE id = 1;
TRUNCATE t RESTART IDENTITY;
COMMIT;
