-- level: postgresql/repeatable-read
-- never: safe
-- why: in one branch the number is not that which the query gave
CREATE TABLE e (g integer NOT NULL, n integer NOT NULL, v integer NOT NULL, PRIMARY KEY (g, n));
CREATE TABLE b (g integer, id integer, v integer NOT NULL, PRIMARY KEY (g, id));
CREATE FUNCTION one(p integer, q integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x integer; y integer;
BEGIN
    x := 20;
    IF q = 1 THEN
        SELECT coalesce(max(n), 0) + 1 INTO x FROM e WHERE g = p;
    END IF;
    INSERT INTO e VALUES (p, x, 0);
    SELECT sum(v) INTO y FROM b WHERE g = p;
    UPDATE b SET v = y WHERE g = p AND id = q;
END $$;
