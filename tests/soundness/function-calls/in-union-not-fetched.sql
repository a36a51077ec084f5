-- level: postgresql/read-committed
-- never: safe
-- why: the second part of UNION ALL is run only if its rows are asked for
CREATE TABLE a (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE w (id integer PRIMARY KEY, k integer);
CREATE FUNCTION locks(k integer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM a WHERE id = k FOR UPDATE;
    RETURN true;
END $$;
CREATE FUNCTION adds(p integer, m integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v integer;
    u integer;
BEGIN
    SELECT false INTO u UNION ALL SELECT locks(p) LIMIT 1;
    SELECT n INTO v FROM a WHERE id = p;
    UPDATE a SET n = v + 1 WHERE id = p;
END $$;
