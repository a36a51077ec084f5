-- level: postgresql/repeatable-read
-- never: safe
-- why: 2021-03-14 02:30 is no time in New York, and compared as 03:30

CREATE TABLE t (k integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION f(a timestamp, b timestamp, c timestamptz, z integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
    IF (a = c AND b = c AND a <> b) IS NOT TRUE THEN
        RETURN 0;
    END IF;
    SELECT count(*) INTO n FROM t WHERE v = 0;
    UPDATE t SET v = 1 WHERE k = z;
    RETURN n;
END $$;
