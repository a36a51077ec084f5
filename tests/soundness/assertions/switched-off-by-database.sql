-- level: postgresql/read-committed
-- never: safe
-- why: the database switches plpgsql.check_asserts off, so that no instance is stopped by the assertion
CREATE TABLE t (k integer PRIMARY KEY, v integer NOT NULL);
ALTER DATABASE postgres SET plpgsql.check_asserts = off;

CREATE FUNCTION f(a integer, z integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    ASSERT a < 0 AND a > 0;
    SELECT count(*) INTO n FROM t WHERE v = 0;
    UPDATE t SET v = 1 WHERE k = z;
    RETURN n;
END $$;
