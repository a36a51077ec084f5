-- level: postgresql/read-committed
-- never: safe
-- why: an integer kept in a numeric variable is divided as a numeric

CREATE TABLE u (id integer PRIMARY KEY, v integer NOT NULL);
CREATE PROCEDURE p(a integer, z integer) LANGUAGE plpgsql AS $$
DECLARE
    n numeric := a; q integer;
BEGIN
    IF n / 2 = 1.5 THEN
        SELECT v INTO q FROM u WHERE id = z;
        UPDATE u SET v = q + 1 WHERE id = z;
    END IF;
END $$;
