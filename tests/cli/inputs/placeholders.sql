CREATE TABLE a (id bigint PRIMARY KEY, bal bigint NOT NULL);
-- name: pay
BEGIN;
SELECT bal FROM a WHERE id = $1;
UPDATE a SET bal = bal - 1 WHERE id = $1;
COMMIT;
