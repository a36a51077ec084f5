-- level: postgresql/read-committed
-- never: safe
-- why: the sequence has another name now: the function does not fail, and loses updates
-- options: --complete-schema
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE SEQUENCE o;
ALTER SEQUENCE o RENAME TO n;
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    x integer;
    y integer;
BEGIN
    SELECT v INTO x FROM t WHERE id = k;
    SELECT last_value INTO y FROM n;
    UPDATE t SET v = x + 1 WHERE id = k;
END $$;
