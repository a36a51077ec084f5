-- level: postgresql/read-committed
-- never: safe
-- why: the variable has a collation of its own
CREATE TABLE t (k integer PRIMARY KEY, v integer NOT NULL);

CREATE FUNCTION f(a text, b text, z integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
    w text COLLATE "en-x-icu" := a;
BEGIN
    IF (w < b AND NOT a < b) IS NOT TRUE THEN
        RETURN -1;
    END IF;
    SELECT count(*) INTO n FROM t WHERE v = 0;
    UPDATE t SET v = 1 WHERE k = z;
    RETURN n;
END $$;
