-- level: postgresql/read-committed
-- never: safe
-- why: a function in SQL is run as far as its rows are fetched
CREATE TABLE a (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE w (id integer PRIMARY KEY, k integer);
CREATE FUNCTION second(x integer, y integer) RETURNS integer LANGUAGE sql AS 'SELECT CASE WHEN x > 0 THEN y END';
CREATE FUNCTION locked(k integer) RETURNS integer LANGUAGE sql AS 'SELECT n FROM a WHERE id = k FOR UPDATE';
CREATE FUNCTION two(k integer) RETURNS SETOF integer LANGUAGE sql AS 'SELECT 1 UNION ALL SELECT locked(k)';
CREATE FUNCTION adds(p integer, m integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v integer;
    u integer;
BEGIN
    SELECT two(p) INTO u LIMIT 1;
    SELECT n INTO v FROM a WHERE id = p;
    UPDATE a SET n = v + 1 WHERE id = p;
END $$;
