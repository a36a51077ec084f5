CREATE TABLE place (id integer PRIMARY KEY, at geometry, visits integer NOT NULL);
CREATE PROCEDURE visit(i integer, p geometry) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE place SET visits = visits + 1 WHERE id = i AND st_distance(at, p) < 5;
END $$;
