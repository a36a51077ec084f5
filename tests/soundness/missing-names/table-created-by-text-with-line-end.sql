-- level: postgresql/read-committed
-- never: safe
-- why: the text that creates the table has a line end within: the function does not fail, and loses updates
-- options: --complete-schema
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
DO $$ BEGIN EXECUTE E'CREATE\nTABLE o (a integer)'; END $$;
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    x integer;
    y integer;
BEGIN
    SELECT v INTO x FROM t WHERE id = k;
    SELECT a INTO y FROM o;
    UPDATE t SET v = x + 1 WHERE id = k;
END $$;
