-- level: postgresql/repeatable-read
-- never: safe
-- why: the path changes after the first statement, which reads public.t
CREATE SCHEMA app;
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE app.t (id integer PRIMARY KEY, v integer NOT NULL);
-- name: p
BEGIN;
SELECT v FROM t WHERE id = 1;
SET LOCAL search_path TO app;
UPDATE t SET v = 2 WHERE id = 7;
COMMIT;
-- name: q
BEGIN;
SELECT v FROM app.t WHERE id = 7;
UPDATE t SET v = 3 WHERE id = 1;
COMMIT;
