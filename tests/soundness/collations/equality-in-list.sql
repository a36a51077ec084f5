-- level: postgresql/read-committed
-- never: safe
-- why: one item's collation decides for the whole list
CREATE COLLATION base (provider = icu, locale = 'und-u-ks-level1', deterministic = false);
CREATE TABLE t (k integer PRIMARY KEY, v integer NOT NULL);

CREATE FUNCTION f(a text, b text, z integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    IF (a IN (b, 'q' COLLATE base) AND a <> b) IS NOT TRUE THEN
        RETURN -1;
    END IF;
    SELECT count(*) INTO n FROM t WHERE v = 0;
    UPDATE t SET v = 1 WHERE k = z;
    RETURN n;
END $$;
