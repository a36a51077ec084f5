-- level: postgresql/repeatable-read
-- never: safe
-- why: the query has found a row without a partner, and the partner comes
CREATE TABLE mark (k integer PRIMARY KEY);
CREATE TABLE t (k integer PRIMARY KEY, v integer, w integer NOT NULL DEFAULT 1);
CREATE TABLE u (k integer PRIMARY KEY);
CREATE FUNCTION look(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM t LEFT JOIN u ON u.k = t.v WHERE t.v = p AND u.k IS NULL) THEN
        INSERT INTO mark VALUES (p);
    END IF;
END $$;
CREATE PROCEDURE change(p integer, q integer) LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM mark WHERE k = p) THEN
        INSERT INTO u VALUES (p);
    END IF;
END $$;
