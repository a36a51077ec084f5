-- level: postgresql/serializable
-- never: safe
-- why: a transaction before leaves that default to its session
CREATE TABLE a (id integer PRIMARY KEY, n bigint NOT NULL);
-- name: first
BEGIN;
SET default_transaction_isolation = 'repeatable read';
SELECT count(*) FROM a;
COMMIT;
-- name: f
BEGIN;
SELECT count(*) FROM a WHERE n = 0;
UPDATE a SET n = 1 WHERE id = $1;
COMMIT;
