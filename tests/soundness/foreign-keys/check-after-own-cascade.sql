-- level: postgresql/read-committed
-- never: safe
-- why: the action deletes the rows that the query has missed
CREATE TABLE a (k integer PRIMARY KEY);
CREATE TABLE c (k integer PRIMARY KEY, a integer REFERENCES a ON DELETE CASCADE);
CREATE TABLE log (k integer PRIMARY KEY, n bigint);
CREATE FUNCTION forget(p integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    SELECT count(*) INTO n FROM c WHERE a = p;
    DELETE FROM a WHERE k = p;
    RETURN n;
END $$;
CREATE PROCEDURE add(n integer, p integer) LANGUAGE sql AS $$ INSERT INTO c VALUES (n, p) $$;
