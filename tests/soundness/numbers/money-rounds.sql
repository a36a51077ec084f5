-- level: postgresql/repeatable-read
-- never: safe
-- why: half a cent is none

CREATE TABLE t (k integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION f(p money, z integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
    IF (p * 0.5 = '0'::money AND p > '0'::money) IS NOT TRUE THEN
        RETURN 0;
    END IF;
    SELECT count(*) INTO n FROM t WHERE v = 0;
    UPDATE t SET v = 1 WHERE k = z;
    RETURN n;
END $$;
