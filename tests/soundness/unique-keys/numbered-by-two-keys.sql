-- level: postgresql/repeatable-read
-- never: safe
-- why: two programs number the rows of two keys: one leaves gaps in the other's groups
CREATE TABLE e (g integer NOT NULL, n integer NOT NULL, v integer NOT NULL, PRIMARY KEY (g, n), UNIQUE (v, n));
CREATE TABLE b (g integer, id integer, v integer NOT NULL, PRIMARY KEY (g, id));
CREATE FUNCTION one(p integer, q integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x integer; y integer;
BEGIN
    SELECT coalesce(max(n), 0) + 1 INTO x FROM e WHERE g = p;
    INSERT INTO e VALUES (p, x, -1);
    SELECT sum(v) INTO y FROM b WHERE g = p;
    UPDATE b SET v = y WHERE g = p AND id = q;
END $$;
CREATE FUNCTION two(p integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x integer;
BEGIN
    IF p > 0 THEN
        SELECT coalesce(max(n), 0) + 1 INTO x FROM e WHERE v = p;
        INSERT INTO e VALUES (0, x, p);
    END IF;
END $$;
