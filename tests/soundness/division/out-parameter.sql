-- level: postgresql/read-committed
-- never: safe
-- why: what an OUT parameter gives is a numeric

CREATE TABLE u (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION given_back(x integer, OUT y numeric) LANGUAGE plpgsql AS $$ BEGIN y := x; END $$;
CREATE PROCEDURE p(a integer, z integer) LANGUAGE plpgsql AS $$
DECLARE
    q integer;
BEGIN
    IF given_back(a) / 2 = 1.5 THEN
        SELECT v INTO q FROM u WHERE id = z;
        UPDATE u SET v = q + 1 WHERE id = z;
    END IF;
END $$;
