CREATE TABLE seat (id int PRIMARY KEY, flight int NOT NULL, holder text);
-- name: book
BEGIN;
SELECT id FROM seat WHERE flight = :f AND holder IS NULL ORDER BY id LIMIT 1 \gset
UPDATE seat SET holder = :'h' WHERE id = :id;
COMMIT;
