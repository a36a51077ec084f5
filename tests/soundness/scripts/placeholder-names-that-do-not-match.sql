-- level: postgresql/repeatable-read
-- never: safe
-- why: a comment that names one placeholder where the statement has two names none
CREATE TABLE a (id bigint PRIMARY KEY, bal bigint NOT NULL);
-- name: pay
BEGIN;
-- params: id
SELECT bal FROM a WHERE id = $1;
-- params: id
UPDATE a SET bal = bal - $2 WHERE id = $1;
COMMIT;
