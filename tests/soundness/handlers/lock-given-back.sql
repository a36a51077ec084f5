-- level: postgresql/read-committed
-- never: safe
-- why: the error gives the lock back, but v keeps what was read under it: two of these lose an update
CREATE TABLE a (id integer PRIMARY KEY, n integer NOT NULL);
CREATE PROCEDURE p(k integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    BEGIN
        SELECT n INTO v FROM a WHERE id = k FOR UPDATE;
        RAISE EXCEPTION 'x';
    EXCEPTION WHEN others THEN
        NULL;
    END;
    UPDATE a SET n = v + 1 WHERE id = k;
END $$;
