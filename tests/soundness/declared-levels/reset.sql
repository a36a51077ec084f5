-- level: postgresql/serializable
-- never: safe
-- why: RESET gives the transaction the server's own level, read committed, whatever its session's default is
CREATE TABLE x (id integer PRIMARY KEY, v integer NOT NULL);
-- name: f
BEGIN;
RESET transaction_isolation;
SELECT count(*) FROM x WHERE v = 0;
UPDATE x SET v = 1 WHERE id = $1;
COMMIT;
