-- level: postgresql/read-committed
-- never: safe
-- why: a function's own texts have the collation of its arguments
CREATE COLLATION base (provider = icu, locale = 'und-u-ks-level1', deterministic = false);
CREATE TABLE t (k integer PRIMARY KEY, v integer NOT NULL);

CREATE FUNCTION same(x text, y text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    u text := x;
    w text := y;
BEGIN
    RETURN u = w;
END $$;

CREATE FUNCTION f(a text, b text, z integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    IF (same(a COLLATE base, b) AND a <> b) IS NOT TRUE THEN
        RETURN -1;
    END IF;
    SELECT count(*) INTO n FROM t WHERE v = 0;
    UPDATE t SET v = 1 WHERE k = z;
    RETURN n;
END $$;
