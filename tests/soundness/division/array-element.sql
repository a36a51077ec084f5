-- level: postgresql/read-committed
-- never: safe
-- why: an element of a numeric array is a numeric

CREATE TABLE u (id integer PRIMARY KEY, v integer NOT NULL);
CREATE PROCEDURE p(a integer, z integer) LANGUAGE plpgsql AS $$
DECLARE
    e numeric[] := ARRAY[a]; q integer;
BEGIN
    IF e[1] / 2 = 1.5 THEN
        SELECT v INTO q FROM u WHERE id = z;
        UPDATE u SET v = q + 1 WHERE id = z;
    END IF;
END $$;
