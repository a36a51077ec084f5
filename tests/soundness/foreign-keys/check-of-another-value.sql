-- level: postgresql/serializable
-- never: safe
-- why: that no row refers to q says nothing of those that refer to p
CREATE TABLE a (k integer PRIMARY KEY);
CREATE TABLE c (k integer PRIMARY KEY, a integer REFERENCES a);
CREATE FUNCTION forget(p integer, q integer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM c WHERE a = p) THEN
        RETURN false;
    END IF;
    DELETE FROM a WHERE k = q;
    RETURN true;
END $$;
CREATE PROCEDURE add(n integer, p integer) LANGUAGE sql AS $$ INSERT INTO c VALUES (n, p) $$;
CREATE PROCEDURE take(n integer, p integer) LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM c WHERE a = p) THEN
        DELETE FROM c WHERE k = n;
    END IF;
END $$;
