-- level: postgresql/read-committed
-- never: safe
-- why: a branch of CASE that is not taken locks nothing
CREATE TABLE a (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE w (id integer PRIMARY KEY, k integer);
CREATE FUNCTION adds(p integer, m integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v integer;
    u integer;
BEGIN
    u := CASE WHEN m > 0 THEN (SELECT n FROM a WHERE id = p FOR UPDATE) ELSE 0 END;
    SELECT n INTO v FROM a WHERE id = p;
    UPDATE a SET n = v + 1 WHERE id = p;
END $$;
