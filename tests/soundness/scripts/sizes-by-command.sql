-- level: postgresql/repeatable-read
-- never: safe
-- why: \dt+ shows the size of u as it is at that moment, whatever the level: it differs between the two looks
CREATE TABLE u (id int PRIMARY KEY, v int NOT NULL);
-- name: fill
BEGIN;
INSERT INTO u SELECT g, 1 FROM generate_series(1, 10000) g;
COMMIT;
-- name: look
BEGIN;
\dt+
\dt+
COMMIT;
