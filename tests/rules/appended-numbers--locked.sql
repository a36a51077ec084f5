-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: a lock of the last row leaves its number what it was in the snapshot
CREATE TABLE e (g integer NOT NULL, n integer NOT NULL, v integer NOT NULL, PRIMARY KEY (g, n));
CREATE TABLE b (g integer, id integer, v integer NOT NULL, PRIMARY KEY (g, id));
CREATE FUNCTION one(p integer, q integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x integer; y integer;
BEGIN
    SELECT n INTO x FROM e WHERE g = p ORDER BY n DESC LIMIT 1 FOR UPDATE;
    IF x IS NULL THEN x := 1; ELSE x := x + 1; END IF;
    INSERT INTO e VALUES (p, x, 0);
    SELECT sum(v) INTO y FROM b WHERE g = p;
    UPDATE b SET v = y WHERE g = p AND id = q;
END $$;
