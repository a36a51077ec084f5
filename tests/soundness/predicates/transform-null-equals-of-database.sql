-- level: postgresql/read-committed
-- never: safe
-- why: a = NULL is a IS NULL in the sessions of the database
CREATE TABLE t (k integer PRIMARY KEY, v integer NOT NULL);
ALTER DATABASE postgres SET transform_null_equals = on;

CREATE FUNCTION f(a integer, z integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    IF a = NULL THEN
        SELECT count(*) INTO n FROM t WHERE v = 0;
        UPDATE t SET v = 1 WHERE k = z;
        RETURN n;
    END IF;
    RETURN 0;
END $$;
