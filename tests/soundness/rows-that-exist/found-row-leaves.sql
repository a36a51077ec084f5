-- level: postgresql/repeatable-read
-- never: safe
-- why: the row that the query has found is deleted
CREATE TABLE mark (k integer PRIMARY KEY);
CREATE TABLE t (k integer PRIMARY KEY, v integer, w integer NOT NULL DEFAULT 1);
CREATE FUNCTION look(p integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    there boolean;
BEGIN
    there := EXISTS (SELECT 1 FROM t WHERE v = p);
    INSERT INTO mark VALUES (p);
    RETURN there;
END $$;
CREATE PROCEDURE change(p integer, q integer) LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM mark WHERE k = p) THEN
        DELETE FROM t WHERE k = q;
    END IF;
END $$;
