-- level: postgresql/serializable
-- never: safe
-- why: the database says repeatable read
CREATE TABLE a (id integer PRIMARY KEY, n bigint NOT NULL);
ALTER DATABASE shop SET default_transaction_isolation = 'repeatable read';
-- name: f
BEGIN;
SELECT count(*) FROM a WHERE n = 0;
UPDATE a SET n = 1 WHERE id = $1;
COMMIT;
