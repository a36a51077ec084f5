-- level: postgresql/repeatable-read
-- never: safe
-- why: the CHECK reads the table by way of a function: both count the seats before either has taken one
CREATE TABLE seat (id integer PRIMARY KEY, course integer NOT NULL);
CREATE FUNCTION has_room(p_course integer) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN (SELECT count(*) FROM seat WHERE course = p_course) < 2;
END $$;
ALTER TABLE seat ADD CHECK (has_room(course));

CREATE PROCEDURE enrol(p_id integer, p_course integer) LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO seat VALUES (p_id, p_course);
END $$;
