-- The row is locked by FETCH, after it was read.
CREATE TABLE cell (id integer PRIMARY KEY, v integer NOT NULL);

-- name: increase
BEGIN;
DECLARE c CURSOR FOR SELECT v FROM cell WHERE id = 1 FOR UPDATE;
SELECT v AS value FROM cell WHERE id = 1 \gset
FETCH c;
UPDATE cell SET v = :value + 1 WHERE id = 1;
COMMIT;
