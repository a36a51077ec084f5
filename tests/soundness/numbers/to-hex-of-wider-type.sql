-- level: postgresql/repeatable-read
-- never: safe
-- why: of -1, to_hex gives ffffffff, and of the same bigint twice as many digits

CREATE TABLE t (k integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION f(a integer, b bigint, z integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
    IF (a = b AND to_hex(a) <> to_hex(b)) IS NOT TRUE THEN
        RETURN 0;
    END IF;
    SELECT count(*) INTO n FROM t WHERE v = 0;
    UPDATE t SET v = 1 WHERE k = z;
    RETURN n;
END $$;
