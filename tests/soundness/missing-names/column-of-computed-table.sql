-- level: postgresql/read-committed
-- never: safe
-- why: the column is added to a table whose name is computed: the function does not fail, and loses updates
-- options: --complete-schema
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE o (a integer);
DO $$
DECLARE n text;
BEGIN
    FOR n IN SELECT 'o' LOOP
        EXECUTE format('ALTER TABLE %I ADD COLUMN b integer', n);
    END LOOP;
END $$;
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    x integer;
    y integer;
BEGIN
    SELECT v INTO x FROM t WHERE id = k;
    SELECT b INTO y FROM o;
    UPDATE t SET v = x + 1 WHERE id = k;
END $$;
