CREATE TABLE e (id bigserial PRIMARY KEY, k integer, j jsonb);
CREATE TABLE u (id integer PRIMARY KEY, v integer NOT NULL);
-- name: once
BEGIN;
SELECT count(*) FROM e WHERE k = 1;
INSERT INTO e (k, j) SELECT $1, $2 WHERE NOT EXISTS (SELECT 1 FROM e WHERE k = $1);
COMMIT;
CREATE PROCEDURE asks(b integer) LANGUAGE plpgsql AS $$
DECLARE
    x integer;
    q integer;
BEGIN
    x := v FROM u WHERE id = b;
    IF x IS NULL THEN
        SELECT v INTO q FROM u WHERE id = 1;
        UPDATE u SET v = q + 1 WHERE id = 1;
    END IF;
END $$;
