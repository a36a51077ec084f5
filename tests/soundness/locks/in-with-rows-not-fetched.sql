-- level: postgresql/read-committed
-- never: safe
-- why: a SELECT of WITH is run as far as its rows are asked for: here it locks nothing
CREATE TABLE a (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE w (id integer PRIMARY KEY, k integer);
CREATE FUNCTION adds(p integer, m integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v integer;
    u integer;
BEGIN
    WITH x AS (SELECT id FROM a WHERE id = p FOR UPDATE), y AS (SELECT id FROM x) SELECT 1 INTO u;
    SELECT n INTO v FROM a WHERE id = p;
    UPDATE a SET n = v + 1 WHERE id = p;
END $$;
