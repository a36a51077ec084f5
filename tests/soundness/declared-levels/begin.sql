-- level: postgresql/serializable
-- never: safe
-- why: BEGIN says repeatable read, where two of f may miss what the other one does
CREATE TABLE a (id integer PRIMARY KEY, n bigint NOT NULL);
-- name: f
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT count(*) FROM a WHERE n = 0;
UPDATE a SET n = 1 WHERE id = $1;
COMMIT;
