-- level: postgresql/serializable
-- never: safe
-- why: TO DEFAULT is as RESET, and changes the level after a query, too, where SET TRANSACTION fails
CREATE TABLE x (id integer PRIMARY KEY, v integer NOT NULL);
-- name: f
BEGIN;
SELECT 1;
SET LOCAL transaction_isolation TO DEFAULT;
SELECT count(*) FROM x WHERE v = 0;
UPDATE x SET v = 1 WHERE id = $1;
COMMIT;
