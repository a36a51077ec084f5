-- level: postgresql/repeatable-read
-- never: safe
-- why: a loop over another query's rows inserts none, or fails with the second
CREATE TABLE e (g integer NOT NULL, n integer NOT NULL, v integer NOT NULL, PRIMARY KEY (g, n));
CREATE TABLE b (g integer, id integer, v integer NOT NULL, PRIMARY KEY (g, id));
CREATE TABLE r (k integer PRIMARY KEY, lim integer NOT NULL);
CREATE FUNCTION one(p integer, q integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x integer; y integer;
BEGIN
    SELECT coalesce(max(n), 0) + 1 INTO x FROM e WHERE g = p;
    FOR y IN SELECT lim FROM r WHERE k = q LOOP
        INSERT INTO e VALUES (p, x, 0);
    END LOOP;
    SELECT sum(v) INTO y FROM b WHERE g = p;
    UPDATE b SET v = y WHERE g = p AND id = q;
END $$;
