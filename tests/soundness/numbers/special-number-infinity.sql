-- level: postgresql/repeatable-read
-- never: safe
-- why: Infinity - 1 is Infinity

CREATE TABLE t (k integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION f(p numeric, z integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
    IF (p - 1 >= p) IS NOT TRUE THEN
        RETURN 0;
    END IF;
    SELECT count(*) INTO n FROM t WHERE v = 0;
    UPDATE t SET v = 1 WHERE k = z;
    RETURN n;
END $$;
