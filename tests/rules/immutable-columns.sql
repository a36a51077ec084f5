-- level: snapshot-isolation
-- with: safe
-- without: unsafe
-- why: a row belongs to owner 1 or 2 for good: rows read are never written

CREATE TABLE q (id integer PRIMARY KEY, owner integer NOT NULL, v integer NOT NULL);
CREATE PROCEDURE move(me integer, x integer, y integer) LANGUAGE plpgsql AS $$
DECLARE n integer;
BEGIN
    SELECT v INTO n FROM q WHERE id = x AND owner = 1;
    UPDATE q SET v = n WHERE id = y AND owner = 2;
END $$;
