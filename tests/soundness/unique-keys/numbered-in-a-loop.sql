-- level: postgresql/repeatable-read
-- never: safe
-- why: the rows of a loop after the first have numbers that no query gave
CREATE TABLE e (g integer NOT NULL, n integer NOT NULL, v integer NOT NULL, PRIMARY KEY (g, n));
CREATE TABLE b (g integer, id integer, v integer NOT NULL, PRIMARY KEY (g, id));
CREATE FUNCTION one(p integer, q integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x integer; y integer;
BEGIN
    SELECT coalesce(max(n), 0) INTO x FROM e WHERE g = p;
    FOR i IN q..2 LOOP
        x := x + i;
        INSERT INTO e VALUES (p, x, 0);
    END LOOP;
    SELECT sum(v) INTO y FROM b WHERE g = p;
    UPDATE b SET v = y WHERE g = p AND id = q;
END $$;
