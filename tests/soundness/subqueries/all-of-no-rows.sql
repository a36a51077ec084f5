-- level: postgresql/read-committed
-- never: safe
-- why: > ALL of no rows is true
CREATE TABLE a (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE w (id integer PRIMARY KEY, k integer NOT NULL);
CREATE FUNCTION adds(p integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v integer;
BEGIN
    SELECT n INTO v FROM a WHERE id = p;
    UPDATE a SET n = v + 1 WHERE 0 < ALL (SELECT k FROM w WHERE w.id = a.id AND k < k) AND id = p + 0;
END $$;
