-- level: postgresql/repeatable-read
-- never: safe
-- why: two statements together make the row match
CREATE TABLE mark (k integer PRIMARY KEY);
CREATE TABLE t (k integer PRIMARY KEY, v integer, w integer);
CREATE FUNCTION look(p integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    SELECT count(*) INTO n FROM t WHERE v = p AND w = p;
    INSERT INTO mark VALUES (p);
    RETURN n;
END $$;
CREATE PROCEDURE come(p integer, q integer) LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM mark WHERE k = p) THEN
        UPDATE t SET v = p WHERE k = q;
        UPDATE t SET w = p WHERE k = q;
    END IF;
END $$;
