-- level: postgresql/read-committed
-- never: safe
-- why: - of a numeric is one

CREATE TABLE u (id integer PRIMARY KEY, v integer NOT NULL);
CREATE PROCEDURE p(a numeric, z integer) LANGUAGE plpgsql AS $$
DECLARE
    n numeric := a; q integer;
BEGIN
    IF - n / 2 = 1.5 THEN
        SELECT v INTO q FROM u WHERE id = z;
        UPDATE u SET v = q + 1 WHERE id = z;
    END IF;
END $$;
