-- level: postgresql/repeatable-read
-- never: safe
-- why: ROW_COUNT tells how many rows PERFORM has found, FOUND only that there is one
CREATE TABLE mark (k integer PRIMARY KEY);
CREATE TABLE t (k integer PRIMARY KEY, v integer);
CREATE FUNCTION look(p integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    PERFORM 1 FROM t WHERE v = p;
    IF FOUND THEN
        GET DIAGNOSTICS n = ROW_COUNT;
        INSERT INTO mark VALUES (p);
    END IF;
    RETURN n;
END $$;
CREATE PROCEDURE change(p integer, q integer) LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM mark WHERE k = p) THEN
        INSERT INTO t VALUES (q, p);
    END IF;
END $$;
