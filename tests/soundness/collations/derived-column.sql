-- level: postgresql/read-committed
-- never: safe
-- why: the collation comes from a derived column
CREATE TABLE t (k integer PRIMARY KEY, v integer NOT NULL);

CREATE FUNCTION f(a text, b text, z integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    IF ((SELECT x.q < b FROM (SELECT a COLLATE "en-x-icu" AS q) x) AND NOT a < b) IS NOT TRUE THEN
        RETURN -1;
    END IF;
    SELECT count(*) INTO n FROM t WHERE v = 0;
    UPDATE t SET v = 1 WHERE k = z;
    RETURN n;
END $$;
