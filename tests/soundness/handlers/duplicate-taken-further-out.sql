-- level: postgresql/serializable
-- never: safe
-- why: the inner block takes no duplicates, the one around it does
CREATE TABLE counter (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE entry (id integer PRIMARY KEY);
CREATE FUNCTION look(p integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE r integer;
BEGIN
    SELECT n INTO r FROM counter WHERE id = p;
    BEGIN
        BEGIN
            INSERT INTO entry VALUES (p);
        EXCEPTION WHEN serialization_failure THEN
            r := 0;
        END;
    EXCEPTION WHEN others THEN
        r := -r;
    END;
    RETURN r;
END $$;
CREATE FUNCTION put(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE counter SET n = n + 1 WHERE id = p;
    INSERT INTO entry VALUES (p);
END $$;
