-- level: postgresql/read-committed
-- never: safe
-- why: the rows that the query has missed are deleted by the statement after it
CREATE TABLE a (k integer PRIMARY KEY);
CREATE TABLE c (k integer PRIMARY KEY, a integer REFERENCES a);
CREATE FUNCTION forget(p integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    PERFORM pg_advisory_xact_lock(0);
    SELECT count(*) INTO n FROM c WHERE a = p;
    DELETE FROM c WHERE a = p;
    DELETE FROM a WHERE k = p;
    RETURN n;
END $$;
CREATE PROCEDURE add(n integer, p integer) LANGUAGE sql AS $$ INSERT INTO c VALUES (n, p) $$;
