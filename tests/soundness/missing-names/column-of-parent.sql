-- level: postgresql/read-committed
-- never: safe
-- why: a column that DO adds to a table is its children's, too: the function does not fail, and loses updates
-- options: --complete-schema
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE o (a integer);
CREATE TABLE c () INHERITS (o);
DO $$ BEGIN ALTER TABLE o ADD COLUMN b integer; END $$;
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    x integer;
    y integer;
BEGIN
    SELECT v INTO x FROM t WHERE id = k;
    SELECT b INTO y FROM c;
    UPDATE t SET v = x + 1 WHERE id = k;
END $$;
