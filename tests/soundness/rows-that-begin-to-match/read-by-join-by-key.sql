-- level: postgresql/repeatable-read
-- never: safe
-- why: a row becomes a partner of a matching row
CREATE TABLE mark (k integer PRIMARY KEY);
CREATE TABLE t (k integer PRIMARY KEY, v integer, w integer);
CREATE TABLE o (k integer PRIMARY KEY, t integer, s integer);
CREATE FUNCTION look(p integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    SELECT count(*) INTO n FROM t JOIN o ON o.t = t.k WHERE t.v = p;
    INSERT INTO mark VALUES (p);
    RETURN n;
END $$;
CREATE PROCEDURE come(p integer, q integer) LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM mark WHERE k = p) THEN
        UPDATE o SET t = q WHERE k = p;
    END IF;
END $$;
