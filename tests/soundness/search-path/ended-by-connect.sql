-- level: postgresql/read-committed
-- never: safe
-- why: \connect - app begins a session, so to speak: the path that was set before it no longer counts
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
CREATE SCHEMA s;
CREATE TABLE s.t (id int PRIMARY KEY, v int NOT NULL);
SET search_path = s;
\connect - app
-- name: twice
BEGIN;
SELECT v FROM t WHERE id = 1;
SELECT v FROM t WHERE id = 1;
COMMIT;
-- name: add
BEGIN;
UPDATE public.t SET v = v + 1 WHERE id = 1;
COMMIT;
