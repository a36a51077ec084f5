-- level: postgresql/repeatable-read
-- never: safe
-- why: a group without rows gets none: the loop over the last one has no round
CREATE TABLE e (g integer NOT NULL, n integer NOT NULL, v integer NOT NULL, PRIMARY KEY (g, n));
CREATE TABLE b (g integer, id integer, v integer NOT NULL, PRIMARY KEY (g, id));
CREATE FUNCTION one(p integer, q integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x integer; y integer;
BEGIN
    FOR x IN SELECT n FROM e WHERE g = p ORDER BY n DESC LIMIT 1 LOOP
        INSERT INTO e VALUES (p, x + 1, 0);
    END LOOP;
    SELECT sum(v) INTO y FROM b WHERE g = p;
    UPDATE b SET v = y WHERE g = p AND id = q;
END $$;
