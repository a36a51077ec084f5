-- level: postgresql/repeatable-read
-- never: safe
-- why: the list has rows, and a NULL that comes makes the result NULL
CREATE TABLE mark (k integer PRIMARY KEY);
CREATE TABLE t (k integer PRIMARY KEY, v integer, w integer NOT NULL DEFAULT 1);
CREATE FUNCTION look(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM t) AND p NOT IN (SELECT v FROM t) THEN
        INSERT INTO mark VALUES (p);
    END IF;
END $$;
CREATE PROCEDURE change(p integer, q integer) LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM mark WHERE k = p) THEN
        INSERT INTO t VALUES (q, NULL);
    END IF;
END $$;
