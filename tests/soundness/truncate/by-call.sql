-- level: postgresql/repeatable-read
-- never: safe
-- why: a call of which only the tables are known may empty them
CREATE TABLE a (id integer PRIMARY KEY);
CREATE TABLE b (id integer PRIMARY KEY);
CREATE FUNCTION again(k integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF k > 0 THEN
        PERFORM again(k - 1);
    ELSE
        TRUNCATE b;
    END IF;
END $$;
CREATE PROCEDURE mover(k integer) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM again(k);
    INSERT INTO a VALUES (k);
END $$;
-- name: reader
BEGIN;
SELECT count(*) FROM a;
SELECT count(*) FROM b;
COMMIT;
