-- level: postgresql/serializable
-- never: safe
-- why: the check did not find a row that the query has found
CREATE TABLE a (k integer PRIMARY KEY);
CREATE TABLE c (k integer PRIMARY KEY, a integer REFERENCES a);
CREATE FUNCTION forget(p integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    SELECT count(*) INTO n FROM c WHERE a = p;
    DELETE FROM a WHERE k = p;
    RETURN n;
END $$;
CREATE PROCEDURE take(n integer) LANGUAGE sql AS $$ DELETE FROM c WHERE k = n $$;
