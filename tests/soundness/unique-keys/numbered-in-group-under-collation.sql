-- level: postgresql/repeatable-read
-- never: safe
-- why: the group is looked up under another collation than the key's
CREATE TABLE e (g text NOT NULL, n integer NOT NULL, v integer NOT NULL, PRIMARY KEY (g, n));
CREATE TABLE b (g text, id integer, v integer NOT NULL, PRIMARY KEY (g, id));
CREATE FUNCTION one(p text, q integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x integer; y integer;
BEGIN
    SELECT coalesce(max(n), 0) + 1 INTO x FROM e WHERE g = p COLLATE "C";
    INSERT INTO e VALUES (p, x, 0);
    SELECT sum(v) INTO y FROM b WHERE g = p;
    UPDATE b SET v = y WHERE g = p AND id = q;
END $$;
