-- level: postgresql/repeatable-read
-- never: safe
-- why: CASCADE empties the tables that refer to it, too
CREATE TABLE a (id integer PRIMARY KEY);
CREATE TABLE parent (id integer PRIMARY KEY);
CREATE TABLE b (id integer PRIMARY KEY REFERENCES parent);
-- name: reader
BEGIN;
SELECT count(*) FROM a;
SELECT count(*) FROM b;
COMMIT;
-- name: mover
BEGIN;
TRUNCATE parent CASCADE;
INSERT INTO a VALUES (:k);
COMMIT;
