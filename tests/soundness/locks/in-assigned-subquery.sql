-- level: postgresql/read-committed
-- never: safe
-- why: where no row is updated the subquery is not run, and locks nothing
CREATE TABLE a (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE w (id integer PRIMARY KEY, k integer);
CREATE FUNCTION adds(p integer, m integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v integer;
    u integer;
BEGIN
    UPDATE w SET k = (SELECT a.id FROM a WHERE a.id = p FOR UPDATE) WHERE w.id = m;
    SELECT n INTO v FROM a WHERE id = p;
    UPDATE a SET n = v + 1 WHERE id = p;
END $$;
