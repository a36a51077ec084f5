-- level: postgresql/read-committed
-- never: safe
-- why: OPEN locks nothing, FETCH does: what is read between them is read without a lock
CREATE TABLE a (id integer PRIMARY KEY, n integer NOT NULL);
CREATE PROCEDURE p(k integer) LANGUAGE plpgsql AS $$
DECLARE
    c CURSOR FOR SELECT id FROM a WHERE id = k FOR UPDATE;
    v integer;
    w integer;
BEGIN
    OPEN c;
    SELECT n INTO v FROM a WHERE id = k;
    FETCH c INTO w;
    UPDATE a SET n = v + 1 WHERE id = k;
END $$;
