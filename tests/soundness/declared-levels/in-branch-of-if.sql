-- level: postgresql/serializable
-- never: safe
-- why: one way of \if says repeatable read
CREATE TABLE a (id integer PRIMARY KEY, n bigint NOT NULL);
-- name: f
BEGIN;
\if :weak
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
\endif
SELECT count(*) FROM a WHERE n = 0;
UPDATE a SET n = 1 WHERE id = $1;
COMMIT;
