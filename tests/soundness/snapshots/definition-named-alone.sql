-- level: postgresql/read-committed
-- never: safe
-- why: a transaction that has a name is a program, though it changes the schema alone: f inserts two different defaults
CREATE TABLE a (id int PRIMARY KEY, v int NOT NULL DEFAULT 0);
-- name: f
BEGIN;
INSERT INTO a (id) VALUES ($1);
INSERT INTO a (id) VALUES ($2);
COMMIT;
-- name: g
BEGIN;
ALTER TABLE a ALTER v SET DEFAULT 9;
COMMIT;
