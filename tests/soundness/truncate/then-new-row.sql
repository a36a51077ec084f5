-- level: postgresql/serializable
-- never: safe
-- why: the row would have gone, had it come before TRUNCATE, which reads nothing: the other order is distinguished by c
CREATE TABLE b (id serial PRIMARY KEY);
CREATE TABLE c (id integer PRIMARY KEY);
-- name: adder
BEGIN;
SELECT count(*) FROM c;
INSERT INTO b DEFAULT VALUES;
COMMIT;
-- name: emptier
BEGIN;
INSERT INTO c VALUES (:k);
TRUNCATE b;
COMMIT;
