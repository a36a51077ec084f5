-- level: postgresql/read-committed
-- never: safe
-- why: of two conditions the second may not be looked at
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
    PERFORM 1 WHERE m > 0 AND locks(p);
    SELECT n INTO v FROM a WHERE id = p;
    UPDATE a SET n = v + 1 WHERE id = p;
END $$;
