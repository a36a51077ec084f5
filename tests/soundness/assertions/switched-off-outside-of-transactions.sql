-- level: postgresql/read-committed
-- never: safe
-- why: set_config outside of transactions has switched the assertions of the session off
CREATE TABLE t (k integer PRIMARY KEY, v integer NOT NULL);

CREATE FUNCTION f(a integer, z integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    ASSERT a < 0 AND a > 0;
    SELECT count(*) INTO n FROM t WHERE v = 0;
    UPDATE t SET v = 1 WHERE k = z;
    RETURN n;
END $$;

SELECT set_config('plpgsql.check_asserts', 'off', false);
