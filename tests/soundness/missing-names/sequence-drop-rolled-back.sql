-- level: postgresql/read-committed
-- never: safe
-- why: what drops the sequence is rolled back: the function does not fail, and loses updates
-- options: --complete-schema
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE SEQUENCE o;
BEGIN;
DROP SEQUENCE o;
ROLLBACK;
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    x integer;
    y integer;
BEGIN
    SELECT v INTO x FROM t WHERE id = k;
    SELECT last_value INTO y FROM o;
    UPDATE t SET v = x + 1 WHERE id = k;
END $$;
