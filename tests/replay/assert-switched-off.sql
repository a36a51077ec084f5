CREATE TABLE t (k integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION f(z integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
    BEGIN
        ASSERT (SELECT count(*) FROM t WHERE v = 1) = 0;
    EXCEPTION WHEN assert_failure THEN
        RETURN -1;
    END;
    SELECT count(*) INTO n FROM t WHERE v = 0;
    UPDATE t SET v = 1 WHERE k = z;
    RETURN n;
END $$;
ALTER FUNCTION f SET plpgsql.check_asserts = off;
