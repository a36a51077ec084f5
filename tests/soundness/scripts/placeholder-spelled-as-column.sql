-- level: postgresql/repeatable-read
-- never: safe
-- why: z in the second statement is the column, whatever stands for the placeholder of the first
CREATE TABLE a (id bigint PRIMARY KEY, z bigint NOT NULL, n bigint NOT NULL);
-- name: move
BEGIN;
SELECT n FROM a WHERE id = ?;
UPDATE a SET n = 0 WHERE z = id;
COMMIT;
-- name: change
BEGIN;
SELECT n FROM a WHERE id = ?;
UPDATE a SET z = 1 WHERE id = ?;
COMMIT;
