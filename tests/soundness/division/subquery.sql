-- level: postgresql/read-committed
-- never: safe
-- why: a subquery gives a value of its own type

CREATE TABLE u (id integer PRIMARY KEY, v integer NOT NULL);
CREATE PROCEDURE p(a integer, z integer) LANGUAGE plpgsql AS $$
DECLARE
    q integer;
BEGIN
    IF (SELECT a::numeric) / 2 = 1.5 THEN
        SELECT v INTO q FROM u WHERE id = z;
        UPDATE u SET v = q + 1 WHERE id = z;
    END IF;
END $$;
