\set k 1
-- name: marked
BEGIN;
DELETE FROM acc WHERE id = :k;
COMMIT;
