-- level: postgresql/read-committed
-- never: safe
-- why: NULLIF(integer, numeric) is a numeric

CREATE TABLE u (id integer PRIMARY KEY, v integer NOT NULL);
CREATE PROCEDURE p(a integer, z integer) LANGUAGE plpgsql AS $$
DECLARE
    q integer;
BEGIN
    IF nullif(a, 0.5) / 2 = 1.5 THEN
        SELECT v INTO q FROM u WHERE id = z;
        UPDATE u SET v = q + 1 WHERE id = z;
    END IF;
END $$;
