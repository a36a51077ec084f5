-- level: postgresql/repeatable-read
-- never: safe
-- why: a default makes the row match
CREATE TABLE mark (k integer PRIMARY KEY);
CREATE TABLE t (k integer PRIMARY KEY, v integer DEFAULT 1);
CREATE FUNCTION look(p integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    SELECT count(*) INTO n FROM t WHERE v = 1;
    INSERT INTO mark VALUES (p);
    RETURN n;
END $$;
CREATE PROCEDURE come(p integer, q integer) LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM mark WHERE k = p) THEN
        INSERT INTO t (k) VALUES (q);
    END IF;
END $$;
