-- level: postgresql/read-committed
-- never: safe
-- why: a function that returns numeric does so

CREATE TABLE u (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION half_of(x numeric) RETURNS numeric LANGUAGE sql AS $$ SELECT x / 2 $$;
CREATE PROCEDURE p(a integer, z integer) LANGUAGE plpgsql AS $$
DECLARE
    q integer;
BEGIN
    IF half_of(a) = 1.5 THEN
        SELECT v INTO q FROM u WHERE id = z;
        UPDATE u SET v = q + 1 WHERE id = z;
    END IF;
END $$;
