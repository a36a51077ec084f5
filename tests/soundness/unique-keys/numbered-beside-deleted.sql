-- level: postgresql/repeatable-read
-- never: safe
-- why: rows of the group are deleted: the number of a deleted row comes again
CREATE TABLE e (g integer NOT NULL, n integer NOT NULL, v integer NOT NULL, PRIMARY KEY (g, n));
CREATE TABLE b (g integer, id integer, v integer NOT NULL, PRIMARY KEY (g, id));
CREATE FUNCTION one(p integer, q integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x integer; y integer;
BEGIN
    SELECT coalesce(max(n), 0) + 1 INTO x FROM e WHERE g = p;
    INSERT INTO e VALUES (p, x, 0);
    SELECT sum(v) INTO y FROM b WHERE g = p;
    UPDATE b SET v = y WHERE g = p AND id = q;
END $$;
CREATE FUNCTION two(p integer, q integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x integer; y integer;
BEGIN
    DELETE FROM e WHERE g = p AND n >= 4;
    SELECT sum(v) INTO y FROM b WHERE g = p;
    UPDATE b SET v = y WHERE g = p AND id = q;
END $$;
