-- level: postgresql/repeatable-read
-- never: safe
-- why: the generated column reads the table by way of a function: both count the seats before either has taken one
CREATE TABLE seat (id integer PRIMARY KEY, course integer NOT NULL);
CREATE FUNCTION has_room(p_course integer) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN (SELECT count(*) FROM seat WHERE course = p_course) < 2;
END $$;
ALTER TABLE seat ADD room boolean GENERATED ALWAYS AS (has_room(course)) STORED;

CREATE PROCEDURE enrol(p_id integer, p_course integer) LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO seat (id, course) VALUES (p_id, p_course);
END $$;
