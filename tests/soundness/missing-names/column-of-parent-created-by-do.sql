-- level: postgresql/read-committed
-- never: safe
-- why: the parent is made by DO: the function does not fail, and loses updates
-- options: --complete-schema
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
DO $$ BEGIN CREATE TABLE o (a integer); END $$;
CREATE TABLE c (b integer) INHERITS (o);
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    x integer;
    y integer;
BEGIN
    SELECT v INTO x FROM t WHERE id = k;
    SELECT a INTO y FROM c;
    UPDATE t SET v = x + 1 WHERE id = k;
END $$;
