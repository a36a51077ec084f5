-- level: postgresql/repeatable-read
-- never: safe
-- why: the index is on a function that is declared IMMUTABLE and reads the table: each INSERT runs it
CREATE TABLE seat (id integer PRIMARY KEY, course integer NOT NULL);
CREATE FUNCTION taken(p_course integer) RETURNS integer LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    IF (SELECT count(*) FROM seat WHERE course = p_course) > 1 THEN
        RAISE EXCEPTION 'full';
    END IF;
    RETURN p_course;
END $$;
CREATE INDEX seat_taken ON seat (taken(course));

CREATE PROCEDURE enrol(p_id integer, p_course integer) LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO seat VALUES (p_id, p_course);
END $$;
