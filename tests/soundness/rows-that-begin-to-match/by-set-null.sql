-- level: postgresql/repeatable-read
-- never: safe
-- why: an action makes the row match
CREATE TABLE mark (k integer PRIMARY KEY);
CREATE TABLE a (k integer PRIMARY KEY);
CREATE TABLE t (k integer PRIMARY KEY, v integer REFERENCES a ON DELETE SET NULL);
CREATE FUNCTION look(p integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    SELECT count(*) INTO n FROM t WHERE v IS NULL;
    INSERT INTO mark VALUES (p);
    RETURN n;
END $$;
CREATE PROCEDURE come(p integer, q integer) LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM mark WHERE k = p) THEN
        DELETE FROM a WHERE k = q;
    END IF;
END $$;
