-- level: postgresql/serializable
-- never: safe
-- why: what pg_stat_activity and pg_locks tell of others is of the moment
CREATE TABLE x (id int PRIMARY KEY, v int NOT NULL);
-- name: f
BEGIN;
SELECT count(*) FROM pg_locks WHERE locktype = 'relation' AND relation = 'x'::regclass;
SELECT v FROM x WHERE id = 1;
COMMIT;
-- name: g
BEGIN;
UPDATE x SET v = $1 WHERE id = 1;
COMMIT;
