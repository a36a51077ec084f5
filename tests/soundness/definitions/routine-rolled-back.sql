-- level: postgresql/read-committed
-- never: safe
-- why: the second definition is rolled back: the first one stays, and loses updates
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x integer;
BEGIN
    SELECT v INTO x FROM t WHERE id = k;
    UPDATE t SET v = x + 1 WHERE id = k;
END $$;
BEGIN;
CREATE OR REPLACE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET v = v + 1 WHERE id = k;
END $$;
ROLLBACK;
