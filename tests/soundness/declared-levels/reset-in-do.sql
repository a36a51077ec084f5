-- level: postgresql/serializable
-- never: safe
-- why: a DO block of the transaction resets its level
CREATE TABLE x (id integer PRIMARY KEY, v integer NOT NULL);
-- name: f
BEGIN;
DO $$ BEGIN RESET transaction_isolation; END $$;
SELECT count(*) FROM x WHERE v = 0;
UPDATE x SET v = 1 WHERE id = $1;
COMMIT;
