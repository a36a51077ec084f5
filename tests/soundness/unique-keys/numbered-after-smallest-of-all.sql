-- level: postgresql/repeatable-read
-- never: safe
-- why: an aggregate gives the smallest number: a number after it may be taken, or not
CREATE TABLE e (g integer NOT NULL, n integer NOT NULL, v integer NOT NULL, PRIMARY KEY (g, n));
CREATE TABLE b (g integer, id integer, v integer NOT NULL, PRIMARY KEY (g, id));
CREATE FUNCTION one(p integer, q integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x integer; y integer;
BEGIN
    SELECT min(n) INTO x FROM e WHERE g = p;
    IF x IS NULL THEN x := 1; ELSE x := x + 1; END IF;
    INSERT INTO e VALUES (p, x, 0);
    SELECT sum(v) INTO y FROM b WHERE g = p;
    UPDATE b SET v = y WHERE g = p AND id = q;
END $$;
