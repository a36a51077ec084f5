-- level: postgresql/read-committed
-- never: safe
-- why: the columns that USING joins have a name of their own: the function does not fail, and loses updates
-- options: --complete-schema
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    x integer;
    y integer;
BEGIN
    SELECT v INTO x FROM t WHERE id = k;
    SELECT j.id INTO y FROM t a JOIN t b USING (id) AS j WHERE j.id = k;
    UPDATE t SET v = x + 1 WHERE id = k;
END $$;
