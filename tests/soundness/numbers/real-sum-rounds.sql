-- level: postgresql/repeatable-read
-- never: safe
-- why: a sum of two real is rounded to fewer digits than the sum of the same numbers as double precision

CREATE TABLE t (k integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION f(a real, b real, c double precision, d double precision, z integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
    IF (a = c AND b = d AND a + b <> c + d) IS NOT TRUE THEN
        RETURN 0;
    END IF;
    SELECT count(*) INTO n FROM t WHERE v = 0;
    UPDATE t SET v = 1 WHERE k = z;
    RETURN n;
END $$;
