CREATE TABLE item (id int, n int);
-- name: fill
BEGIN;
INSERT INTO item SELECT i, 0 FROM generate_series(1, 10000) i;
COMMIT;
-- name: clear
BEGIN;
DELETE FROM item;
COMMIT;
