-- level: postgresql/repeatable-read
-- never: safe
-- why: the rows are counted: one more changes the result
CREATE TABLE mark (k integer PRIMARY KEY);
CREATE TABLE t (k integer PRIMARY KEY, v integer, w integer NOT NULL DEFAULT 1);
CREATE FUNCTION look(p integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    there boolean;
BEGIN
    there := (SELECT count(*) FROM t WHERE v = p) = 1;
    INSERT INTO mark VALUES (p);
    RETURN there;
END $$;
CREATE PROCEDURE change(p integer, q integer) LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM mark WHERE k = p) THEN
        INSERT INTO t VALUES (q, p);
    END IF;
END $$;
