-- level: postgresql/read-committed
-- never: safe
-- why: the row that the cursor is on is changed though its key is another by now: the increment of the new key is lost
CREATE TABLE a (id integer PRIMARY KEY, n integer NOT NULL);
CREATE PROCEDURE p(k integer) LANGUAGE plpgsql AS $$
DECLARE
    c CURSOR FOR SELECT id FROM a WHERE id = k;
    v integer;
BEGIN
    OPEN c;
    FETCH c INTO v;
    UPDATE a SET n = 5 WHERE CURRENT OF c;
END $$;
CREATE PROCEDURE moves(k integer, l integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE a SET id = l, n = n + 1 WHERE id = k;
END $$;
