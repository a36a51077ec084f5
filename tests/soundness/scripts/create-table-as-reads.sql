-- level: snapshot-isolation
-- never: safe
-- why: CREATE TABLE AS reads the rows that the other program changes: a write skew
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE flag(id int PRIMARY KEY, n int NOT NULL);
-- name: archives
BEGIN;
CREATE TABLE old AS SELECT id, v FROM a WHERE v > 0;
UPDATE flag SET n = 1 WHERE id = 1;
COMMIT;
CREATE FUNCTION g() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT n FROM flag WHERE id = 1) = 0 THEN UPDATE a SET v = 1 WHERE id = 7; END IF;
END $$;
