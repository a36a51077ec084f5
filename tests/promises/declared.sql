CREATE TABLE acc (id int PRIMARY KEY, bal int NOT NULL);
-- isoproof: level read committed
-- name: take
BEGIN ISOLATION LEVEL SERIALIZABLE;
SELECT bal FROM acc WHERE id = :i;
UPDATE acc SET bal = :b WHERE id = :i;
COMMIT;
