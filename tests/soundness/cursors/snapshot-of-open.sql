-- level: postgresql/read-committed
-- never: safe
-- why: the row is locked, but what is fetched then is as OPEN found it: two of these lose an update
CREATE TABLE a (id integer PRIMARY KEY, n integer NOT NULL);
CREATE PROCEDURE p(k integer) LANGUAGE plpgsql AS $$
DECLARE
    c CURSOR FOR SELECT n FROM a WHERE id = k;
    v integer;
BEGIN
    OPEN c;
    PERFORM 1 FROM a WHERE id = k FOR UPDATE;
    FETCH c INTO v;
    UPDATE a SET n = v + 1 WHERE id = k;
END $$;
