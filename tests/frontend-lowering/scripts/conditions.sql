-- name: both_ways
BEGIN;
SELECT bal FROM acc WHERE id = :id \gset
\if :really
UPDATE acc SET bal = :bal - 1 WHERE id = :id;
\else
DELETE FROM acc WHERE id = :id;
\endif
COMMIT;
-- name: undone
BEGIN;
SAVEPOINT before_it;
UPDATE acc SET bal = 0 WHERE id = :id;
ROLLBACK TO before_it;
UPDATE acc SET owner = 'x' WHERE id = :id;
COMMIT;
