-- level: postgresql/serializable
-- never: safe
-- why: set_config of the session says repeatable read
CREATE TABLE a (id integer PRIMARY KEY, n bigint NOT NULL);
SELECT set_config('default_transaction_isolation', 'repeatable read', false);
-- name: f
BEGIN;
SELECT count(*) FROM a WHERE n = 0;
UPDATE a SET n = 1 WHERE id = $1;
COMMIT;
