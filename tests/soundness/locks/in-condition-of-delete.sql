-- level: postgresql/read-committed
-- never: safe
-- why: where no row has the first condition the subquery is not run, and locks nothing
CREATE TABLE a (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE w (id integer PRIMARY KEY, k integer);
CREATE FUNCTION adds(p integer, m integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v integer;
    u integer;
BEGIN
    DELETE FROM w WHERE w.id = m AND w.k = (SELECT a.id FROM a WHERE a.id = p FOR UPDATE);
    SELECT n INTO v FROM a WHERE id = p;
    UPDATE a SET n = v + 1 WHERE id = p;
END $$;
