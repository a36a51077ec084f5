-- level: postgresql/serializable
-- never: safe
-- why: the session says repeatable read
CREATE TABLE a (id integer PRIMARY KEY, n bigint NOT NULL);
SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL REPEATABLE READ;
-- name: f
BEGIN;
SELECT count(*) FROM a WHERE n = 0;
UPDATE a SET n = 1 WHERE id = $1;
COMMIT;
