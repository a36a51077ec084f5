-- level: postgresql/read-committed
-- never: safe
-- why: the write before the statement that fails is undone with its block, the handler's and the one before the block are not
-- options: --complete-schema
CREATE TABLE a (id integer PRIMARY KEY, n integer NOT NULL);
CREATE PROCEDURE p(k integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    BEGIN
        SELECT n INTO v FROM a WHERE id = k;
        UPDATE a SET n = 0 WHERE id = k;
        INSERT INTO nowhere VALUES (k);
    EXCEPTION WHEN OTHERS THEN
        UPDATE a SET n = v + 1 WHERE id = k;
    END;
END $$;
