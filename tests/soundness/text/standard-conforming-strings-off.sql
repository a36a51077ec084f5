-- level: postgresql/read-committed
-- never: safe
-- why: with standard_conforming_strings off '\142' is the letter b, so that the function goes on
CREATE TABLE t (k integer PRIMARY KEY, v integer NOT NULL);

CREATE FUNCTION f(z integer) RETURNS bigint LANGUAGE plpgsql SET standard_conforming_strings = off AS $$
DECLARE
    n bigint;
BEGIN
    IF 'a\142' <> 'ab' THEN
        RETURN -1;
    END IF;
    SELECT count(*) INTO n FROM t WHERE v = 0;
    UPDATE t SET v = 1 WHERE k = z;
    RETURN n;
END $$;
