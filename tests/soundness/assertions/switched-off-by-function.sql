-- level: postgresql/repeatable-read
-- never: safe
-- why: the function runs with plpgsql.check_asserts off
CREATE TABLE t (k integer PRIMARY KEY, v integer NOT NULL);

CREATE FUNCTION f(a integer, z integer) RETURNS bigint LANGUAGE plpgsql SET plpgsql.check_asserts = off AS $$
DECLARE
    n bigint;
BEGIN
    ASSERT a < 0 AND a > 0;
    SELECT count(*) INTO n FROM t WHERE v = 0;
    UPDATE t SET v = 1 WHERE k = z;
    RETURN n;
END $$;
