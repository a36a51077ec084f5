CREATE TYPE points AS (n integer);
CREATE FUNCTION points_of(p integer) RETURNS points LANGUAGE plpgsql AS $$ BEGIN INSERT INTO log (msg) VALUES ('cast'); RETURN NULL; END; $$;
CREATE FUNCTION plain(p points) RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$;
CREATE CAST (integer AS points) WITH FUNCTION points_of(integer) AS ASSIGNMENT;
CREATE CAST (points AS integer) WITH FUNCTION plain(points) AS IMPLICIT;
CREATE TABLE score (id integer PRIMARY KEY, p points);
CREATE FUNCTION by_assignment(a integer) RETURNS void LANGUAGE sql AS $$ UPDATE score SET p = a WHERE id = a $$;
CREATE FUNCTION by_variable(a integer) RETURNS void LANGUAGE plpgsql AS $$ DECLARE p points; BEGIN p := a; END $$;
