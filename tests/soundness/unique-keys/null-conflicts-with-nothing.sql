-- level: postgresql/repeatable-read
-- never: safe
-- why: a NULL in a UNIQUE key is in the way of no other row, and what was looked for is another column
CREATE TABLE t (k serial PRIMARY KEY, u integer UNIQUE, v integer NOT NULL);
CREATE FUNCTION put(p integer, q integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    SELECT count(*) INTO n FROM t WHERE v = p AND u IS NULL;
    INSERT INTO t (u, v) VALUES (NULL, q);
    RETURN n;
END $$;
