-- level: postgresql/repeatable-read
-- with: safe
-- without: unsafe
-- why: a program may number several rows, in branches, too, and order them by more columns after the number
CREATE TABLE e (g integer NOT NULL, n integer NOT NULL, v integer NOT NULL, PRIMARY KEY (g, n));
CREATE TABLE b (g integer, id integer, v integer NOT NULL, PRIMARY KEY (g, id));
CREATE FUNCTION one(p integer, q integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x integer; y integer;
BEGIN
    SELECT coalesce(max(n), 0) + 1 INTO x FROM e WHERE g = p;
    INSERT INTO e VALUES (p, x, 0);
    SELECT max(n) + 1 INTO x FROM e WHERE g = p;
    INSERT INTO e VALUES (p, x, 0);
    SELECT sum(v) INTO y FROM b WHERE g = p;
    UPDATE b SET v = y WHERE g = p AND id = q;
END $$;
CREATE FUNCTION either(p integer, q integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x integer; y integer;
BEGIN
    IF q = 1 THEN
        INSERT INTO e SELECT p, coalesce(max(n), 0) + 1, 0 FROM e WHERE g = p;
    ELSE
        INSERT INTO e SELECT p, coalesce(max(n), 0) + 1, 1 FROM e WHERE g = p;
    END IF;
    SELECT sum(v) INTO y FROM b WHERE g = p;
    UPDATE b SET v = y WHERE g = p AND id = q;
END $$;
CREATE FUNCTION ordered(p integer, q integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x integer; y integer;
BEGIN
    SELECT n INTO x FROM e WHERE g = p ORDER BY n DESC, v LIMIT 1;
    IF x IS NULL THEN x := 1; ELSE x := x + 1; END IF;
    INSERT INTO e VALUES (p, x, 0);
    SELECT sum(v) INTO y FROM b WHERE g = p;
    UPDATE b SET v = y WHERE g = p AND id = q;
END $$;
