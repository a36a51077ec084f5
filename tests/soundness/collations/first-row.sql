-- level: postgresql/read-committed
-- never: safe
-- why: the first text by one collation is not the first by another
CREATE TABLE t (k integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE s (name text PRIMARY KEY);

CREATE FUNCTION f(z integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
    x text;
BEGIN
    SELECT name INTO x FROM s ORDER BY name COLLATE "en-x-icu" LIMIT 1;
    PERFORM FROM s WHERE name = 'B' AND name < x;
    IF NOT FOUND THEN
        RETURN -1;
    END IF;
    SELECT count(*) INTO n FROM t WHERE v = 0;
    UPDATE t SET v = 1 WHERE k = z;
    RETURN n;
END $$;
