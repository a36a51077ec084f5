-- level: postgresql/read-committed
-- never: safe
-- why: a range type brings a multirange type, and both have functions of their names: the function does not fail, and loses updates
-- options: --complete-schema
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TYPE price_range AS RANGE (subtype = numeric);
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    x integer;
    y integer;
BEGIN
    SELECT v INTO x FROM t WHERE id = k;
    y := upper(price_multirange(price_range(1, 2)));
    UPDATE t SET v = x + 1 WHERE id = k;
END $$;
