-- level: postgresql/read-committed
-- never: safe
-- why: without a row of w nothing asks for the rows of the query that locks
CREATE TABLE a (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE w (id integer PRIMARY KEY, k integer);
CREATE FUNCTION adds(p integer, m integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v integer;
    u integer;
BEGIN
    WITH x AS (SELECT id FROM a WHERE id = p FOR UPDATE) UPDATE w SET k = 1 FROM x WHERE w.id = m;
    SELECT n INTO v FROM a WHERE id = p;
    UPDATE a SET n = v + 1 WHERE id = p;
END $$;
