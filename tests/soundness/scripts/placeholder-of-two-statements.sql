-- level: postgresql/repeatable-read
-- never: safe
-- why: a driver binds $1 again for each statement, so that each of two transactions may read the row that the other one writes
CREATE TABLE a (id bigint PRIMARY KEY, bal bigint NOT NULL);
-- name: pay_if_other_covers
BEGIN;
SELECT bal FROM a WHERE id = $1;
UPDATE a SET bal = bal - 1 WHERE id = $1;
COMMIT;
