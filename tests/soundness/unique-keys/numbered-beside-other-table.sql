-- level: postgresql/repeatable-read
-- never: safe
-- why: the greatest number is that of rows beside those of another table, which may have none
CREATE TABLE e (g integer NOT NULL, n integer NOT NULL, v integer NOT NULL, PRIMARY KEY (g, n));
CREATE TABLE b (g integer, id integer, v integer NOT NULL, PRIMARY KEY (g, id));
CREATE TABLE r (k integer PRIMARY KEY, lim integer NOT NULL);
CREATE FUNCTION one(p integer, q integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x integer; y integer;
BEGIN
    SELECT max(e.n) INTO x FROM e, r WHERE e.g = p AND r.k = q;
    IF x IS NULL THEN x := 1; ELSE x := x + 1; END IF;
    INSERT INTO e VALUES (p, x, 0);
    SELECT sum(v) INTO y FROM b WHERE g = p;
    UPDATE b SET v = y WHERE g = p AND id = q;
END $$;
