-- level: postgresql/read-committed
-- never: safe
-- why: the query of WITH gives no row, and the row on the left of the LEFT JOIN stays
CREATE TABLE a (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE w (id integer PRIMARY KEY, k integer NOT NULL);
CREATE FUNCTION adds(p integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v integer;
BEGIN
    SELECT n INTO v FROM a WHERE id = p;
    WITH y AS (UPDATE w SET k = 0 WHERE id = 1 AND k < k RETURNING id)
    UPDATE a SET n = v + 1 FROM a x LEFT JOIN y ON y.id = x.id WHERE a.id = x.id AND x.id = p;
END $$;
