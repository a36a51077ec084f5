-- level: postgresql/repeatable-read
-- never: safe
-- why: which row is the current one depends on how often the other cursor has moved: the programs write skewed
CREATE TABLE a (id integer PRIMARY KEY, n integer NOT NULL);
CREATE PROCEDURE p() LANGUAGE plpgsql AS $$
DECLARE
    c CURSOR FOR SELECT n FROM a ORDER BY id;
    d refcursor;
    v integer;
    w integer;
BEGIN
    OPEN c;
    d := c;
    FETCH d INTO v;
    FETCH c INTO w;
    UPDATE a SET n = v WHERE CURRENT OF c;
END $$;
CREATE PROCEDURE q() LANGUAGE plpgsql AS $$
DECLARE
    v integer;
BEGIN
    SELECT n INTO v FROM a ORDER BY id DESC LIMIT 1;
    UPDATE a SET n = v WHERE id = (SELECT min(id) FROM a);
END $$;
