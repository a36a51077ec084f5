-- level: postgresql/read-committed
-- never: safe
-- why: a field of a record has the type that it was given

CREATE TABLE u (id integer PRIMARY KEY, v integer NOT NULL);
CREATE PROCEDURE p(a integer, z integer) LANGUAGE plpgsql AS $$
DECLARE
    r record; q integer;
BEGIN
    SELECT a::numeric AS x INTO r;
    IF r.x / 2 = 1.5 THEN
        SELECT v INTO q FROM u WHERE id = z;
        UPDATE u SET v = q + 1 WHERE id = z;
    END IF;
END $$;
