-- level: postgresql/repeatable-read
-- never: safe
-- why: a branch of the loop over the one number inserts no row
CREATE TABLE e (g integer NOT NULL, n integer NOT NULL, v integer NOT NULL, PRIMARY KEY (g, n));
CREATE TABLE b (g integer, id integer, v integer NOT NULL, PRIMARY KEY (g, id));
CREATE FUNCTION one(p integer, q integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x integer; y integer;
BEGIN
    FOR x IN SELECT coalesce(max(n), 0) + 1 FROM e WHERE g = p LOOP
        IF q = 1 THEN
            INSERT INTO e VALUES (p, x, 0);
        END IF;
    END LOOP;
    SELECT sum(v) INTO y FROM b WHERE g = p;
    UPDATE b SET v = y WHERE g = p AND id = q;
END $$;
