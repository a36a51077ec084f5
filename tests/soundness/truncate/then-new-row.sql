-- level: postgresql/serializable
-- never: safe
-- why: TRUNCATE, which reads nothing, would have removed a row that was inserted before it: c distinguishes the other order
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
