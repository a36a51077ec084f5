-- level: postgresql/repeatable-read
-- never: safe
-- why: TRUNCATE empties the tables that inherit from it, too
CREATE TABLE a (id integer PRIMARY KEY);
CREATE TABLE parent (id integer PRIMARY KEY);
CREATE TABLE b () INHERITS (parent);
-- name: reader
BEGIN;
SELECT count(*) FROM a;
SELECT count(*) FROM b;
COMMIT;
-- name: mover
BEGIN;
TRUNCATE parent;
INSERT INTO a VALUES (:k);
COMMIT;
