-- level: postgresql/repeatable-read
-- never: safe
-- why: psql reads no further than \quit, so t has no trigger that locks the other row
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL, w integer NOT NULL);
-- name: p
BEGIN;
SELECT v FROM t WHERE id = 1;
UPDATE t SET v = 3 WHERE id = 7;
COMMIT;
-- name: q
BEGIN;
SELECT v FROM t WHERE id = 7;
UPDATE t SET v = 3 WHERE id = 1;
COMMIT;
\quit
CREATE TABLE one (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO one VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET v = one.v + 1;
    RETURN NULL;
END $$;
CREATE TRIGGER touch AFTER UPDATE ON t FOR EACH STATEMENT EXECUTE FUNCTION touch();
