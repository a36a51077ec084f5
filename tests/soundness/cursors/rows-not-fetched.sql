-- level: postgresql/read-committed
-- never: safe
-- why: the loop may end before it has fetched, and so locked, the row that is changed
CREATE TABLE a (id integer PRIMARY KEY, g integer NOT NULL, n integer NOT NULL);
CREATE PROCEDURE p(k integer, low integer) LANGUAGE plpgsql AS $$
DECLARE
    c CURSOR FOR SELECT id, n FROM a WHERE g = 1 ORDER BY id FOR UPDATE;
    i integer;
    v integer;
BEGIN
    OPEN c;
    LOOP
        FETCH c INTO i, v;
        EXIT WHEN NOT FOUND;
        EXIT WHEN i >= low;
    END LOOP;
    SELECT n INTO v FROM a WHERE id = k AND g = 1;
    UPDATE a SET n = v + 1 WHERE id = k;
END $$;
