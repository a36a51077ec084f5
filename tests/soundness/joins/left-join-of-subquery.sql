-- level: postgresql/read-committed
-- never: safe
-- why: the condition in a LEFT JOIN's subquery leaves none of its rows, and the row on the left stays
CREATE TABLE a (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE w (id integer PRIMARY KEY, k integer NOT NULL);
CREATE FUNCTION adds(p integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v integer;
BEGIN
    SELECT n INTO v FROM a WHERE id = p;
    UPDATE a SET n = v + 1
        FROM a x LEFT JOIN (SELECT * FROM w WHERE k < k) y ON y.id = x.id
        WHERE a.id = x.id AND x.id = p;
END $$;
