-- level: postgresql/repeatable-read
-- never: safe
-- why: a row comes without matching, and matches later
CREATE TABLE mark (k integer PRIMARY KEY);
CREATE TABLE t (k integer PRIMARY KEY, v integer, w integer);
CREATE FUNCTION look(p integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    SELECT count(*) INTO n FROM t WHERE v = p;
    INSERT INTO mark VALUES (p);
    RETURN n;
END $$;
CREATE PROCEDURE come(p integer, q integer) LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM mark WHERE k = p) THEN
        UPDATE t SET v = p WHERE k = q;
    END IF;
END $$;
CREATE PROCEDURE bring(q integer) LANGUAGE sql AS $$ INSERT INTO t VALUES (q, -1, 0) $$;
