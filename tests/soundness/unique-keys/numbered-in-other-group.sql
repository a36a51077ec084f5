-- level: postgresql/repeatable-read
-- never: safe
-- why: the numbers are those of one group, the row comes into another
CREATE TABLE e (g integer NOT NULL, n integer NOT NULL, v integer NOT NULL, PRIMARY KEY (g, n));
CREATE TABLE b (g integer, id integer, v integer NOT NULL, PRIMARY KEY (g, id));
CREATE FUNCTION one(p integer, q integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x integer; y integer;
BEGIN
    IF p <= 0 OR q >= 0 THEN RETURN; END IF;
    SELECT coalesce(max(n), 0) + 1 INTO x FROM e WHERE g = q;
    INSERT INTO e VALUES (p, x, 0);
    SELECT sum(v) INTO y FROM b WHERE g = p;
    UPDATE b SET v = y WHERE g = p AND id = q;
END $$;
