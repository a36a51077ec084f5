-- level: postgresql/read-committed
-- never: safe
-- why: the column of VALUES of an integer and a numeric is numeric

CREATE TABLE u (id integer PRIMARY KEY, v integer NOT NULL);
CREATE PROCEDURE p(a integer, z integer) LANGUAGE plpgsql AS $$
DECLARE
    n numeric;
    q integer;
BEGIN
    SELECT x / 2 INTO n FROM (VALUES (a), (0.5)) s (x) WHERE x > 1;
    IF n = 1.5 THEN
        SELECT v INTO q FROM u WHERE id = z;
        UPDATE u SET v = q + 1 WHERE id = z;
    END IF;
END $$;
