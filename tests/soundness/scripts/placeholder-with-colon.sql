-- level: postgresql/repeatable-read
-- never: safe
-- why: :1 is a driver's placeholder, numbered per statement, unless psql knows a variable of that name
CREATE TABLE a (id bigint PRIMARY KEY, bal bigint NOT NULL);
-- name: pay_if_other_covers
BEGIN;
SELECT bal FROM a WHERE id = :1;
UPDATE a SET bal = bal - 1 WHERE id = :1;
COMMIT;
