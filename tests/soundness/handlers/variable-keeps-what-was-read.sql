-- level: postgresql/read-committed
-- never: safe
-- why: the error undoes the block, but v keeps what it has read: two of these lose an update
CREATE TABLE a (id integer PRIMARY KEY, n integer NOT NULL);
CREATE PROCEDURE p(k integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    BEGIN
        SELECT n INTO v FROM a WHERE id = k;
        UPDATE a SET n = n / (n - n) WHERE id = k;
    EXCEPTION WHEN division_by_zero THEN
        UPDATE a SET n = v + 1 WHERE id = k;
    END;
END $$;
