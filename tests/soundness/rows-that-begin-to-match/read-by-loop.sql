-- level: postgresql/repeatable-read
-- never: safe
-- why: a loop goes through the rows that match
CREATE TABLE mark (k integer PRIMARY KEY);
CREATE TABLE t (k integer PRIMARY KEY, v integer, w integer);
CREATE FUNCTION look(p integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    n := 0;
    FOR n IN SELECT k FROM t WHERE w = p LOOP
        NULL;
    END LOOP;
    n := (SELECT max(k) FROM t WHERE w = p);
    INSERT INTO mark VALUES (p);
    RETURN n;
END $$;
CREATE PROCEDURE come(p integer, q integer) LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM mark WHERE k = p) THEN
        UPDATE t SET w = p WHERE k = q;
    END IF;
END $$;
