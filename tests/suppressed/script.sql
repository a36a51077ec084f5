CREATE TABLE acc (id integer PRIMARY KEY, bal integer NOT NULL);
-- name: move
BEGIN;
-- isoproof: ignore known
SELECT bal AS b FROM acc WHERE id = :x \gset
UPDATE acc SET bal = :b - 1 WHERE id = :x;
COMMIT;
-- isoproof: ignore nothing here
CREATE INDEX ON acc (bal);
