-- level: postgresql/read-committed
-- never: safe
-- why: the statement that fails is not reached by instances with k below 10, which lose an update
-- options: --complete-schema
CREATE TABLE a (id integer PRIMARY KEY, n integer NOT NULL);
CREATE PROCEDURE p(k integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    SELECT n INTO v FROM a WHERE id = k;
    IF k >= 10 THEN
        UPDATE a SET n = 0 WHERE id IN (SELECT id FROM nowhere);
    END IF;
    UPDATE a SET n = v + 1 WHERE id = k;
END $$;
