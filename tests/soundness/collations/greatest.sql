-- level: postgresql/read-committed
-- never: safe
-- why: greatest compares by the domain's collation
CREATE TABLE t (k integer PRIMARY KEY, v integer NOT NULL);
CREATE DOMAIN word AS text COLLATE "en-x-icu";

CREATE FUNCTION f(a text, b text, z integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    IF (greatest(a::word, b) = b AND a <> b AND NOT a < b) IS NOT TRUE THEN
        RETURN -1;
    END IF;
    SELECT count(*) INTO n FROM t WHERE v = 0;
    UPDATE t SET v = 1 WHERE k = z;
    RETURN n;
END $$;
