-- level: postgresql/repeatable-read
-- never: safe
-- why: a CASE decides which row matches
CREATE TABLE mark (k integer PRIMARY KEY);
CREATE TABLE t (k integer PRIMARY KEY, v integer, w integer);
CREATE FUNCTION look(p integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    SELECT count(*) INTO n FROM t WHERE CASE WHEN v IS NULL THEN w ELSE v END = p;
    INSERT INTO mark VALUES (p);
    RETURN n;
END $$;
CREATE PROCEDURE come(p integer, q integer) LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM mark WHERE k = p) THEN
        UPDATE t SET v = NULL WHERE k = q;
    END IF;
END $$;
