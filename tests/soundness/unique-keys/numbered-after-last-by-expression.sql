-- level: postgresql/repeatable-read
-- never: safe
-- why: ORDER BY goes by an expression of the column, which is the table's first
CREATE TABLE e (n integer NOT NULL, g integer NOT NULL, v integer NOT NULL, PRIMARY KEY (g, n));
CREATE TABLE b (g integer, id integer, v integer NOT NULL, PRIMARY KEY (g, id));
CREATE FUNCTION one(p integer, q integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x integer; y integer;
BEGIN
    SELECT n INTO x FROM e WHERE g = p ORDER BY n % 10 DESC LIMIT 1;
    IF x IS NULL THEN x := 1; ELSE x := x + 1; END IF;
    INSERT INTO e VALUES (x, p, 0);
    SELECT sum(v) INTO y FROM b WHERE g = p;
    UPDATE b SET v = y WHERE g = p AND id = q;
END $$;
