-- level: postgresql/read-committed
-- never: safe
-- why: the subquery in FROM gives one row whether or not its condition holds
CREATE TABLE a (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE w (id integer PRIMARY KEY, k integer NOT NULL);
CREATE FUNCTION adds(p integer, c integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v integer;
BEGIN
    SELECT n INTO v FROM a WHERE id = p;
    UPDATE a SET n = v + 1 FROM (SELECT count(*) AS n FROM w WHERE c < c) x WHERE a.id = p AND x.n >= 0;
END $$;
