-- level: postgresql/repeatable-read
-- never: safe
-- why: PERFORM has found no row, and FOUND changes with the first one
CREATE TABLE mark (k integer PRIMARY KEY);
CREATE TABLE t (k integer PRIMARY KEY, v integer);
CREATE PROCEDURE look(p integer) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM t WHERE v = p;
    IF NOT FOUND THEN
        INSERT INTO mark VALUES (p);
    END IF;
END $$;
CREATE PROCEDURE change(p integer, q integer) LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM mark WHERE k = p) THEN
        INSERT INTO t VALUES (q, p);
    END IF;
END $$;
