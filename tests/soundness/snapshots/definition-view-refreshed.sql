-- level: postgresql/serializable
-- never: safe
-- why: a view that is refreshed is seen as it is then, whatever the snapshot: f has read the row before, and the sum after
CREATE TABLE b (id int PRIMARY KEY, v int NOT NULL);
CREATE MATERIALIZED VIEW mv AS SELECT sum(v) AS s FROM b;
-- name: f
BEGIN;
SELECT v FROM b WHERE id = 1;
SELECT s FROM mv;
COMMIT;
-- name: g
BEGIN;
UPDATE b SET v = 9 WHERE id = 1;
REFRESH MATERIALIZED VIEW mv;
COMMIT;
