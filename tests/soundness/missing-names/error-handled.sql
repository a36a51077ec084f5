-- level: postgresql/read-committed
-- never: safe
-- why: the call of a function that is not there fails, the handler goes on, and what was read before is written: two of these lose an update
-- options: --complete-schema
CREATE TABLE a (id integer PRIMARY KEY, n integer NOT NULL);
CREATE PROCEDURE p(k integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    SELECT n INTO v FROM a WHERE id = k;
    BEGIN
        PERFORM tell(k);
    EXCEPTION WHEN undefined_function THEN
        NULL;
    END;
    UPDATE a SET n = v + 1 WHERE id = k;
END $$;
