-- level: postgresql/read-committed
-- never: safe
-- why: each side of the UNION has a condition of its own; both never hold together
CREATE TABLE a (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE b (id integer PRIMARY KEY, n integer NOT NULL);
CREATE FUNCTION adds(p integer, c integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v integer;
BEGIN
    SELECT x.n INTO v
        FROM (SELECT n FROM a WHERE id = p AND c > 3 UNION ALL SELECT n FROM b WHERE id = p AND c <= 3) x;
    UPDATE a SET n = v + 1 WHERE id = p;
END $$;
