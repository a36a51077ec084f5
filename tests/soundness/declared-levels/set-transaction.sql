-- level: postgresql/serializable
-- never: safe
-- why: SET TRANSACTION says repeatable read
CREATE TABLE a (id integer PRIMARY KEY, n bigint NOT NULL);
-- name: f
BEGIN ISOLATION LEVEL SERIALIZABLE;
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
SELECT count(*) FROM a WHERE n = 0;
UPDATE a SET n = 1 WHERE id = $1;
COMMIT;
