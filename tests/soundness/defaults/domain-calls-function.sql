-- level: postgresql/repeatable-read
-- never: safe
-- why: the column's domain reads the table by way of a function
CREATE TABLE taken (course integer NOT NULL, id integer PRIMARY KEY);
CREATE FUNCTION has_room(p_course integer) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN (SELECT count(*) FROM taken WHERE course = p_course) < 2;
END $$;
CREATE DOMAIN open_course AS integer CHECK (has_room(VALUE));
CREATE TABLE request (id integer PRIMARY KEY, course open_course NOT NULL);

CREATE PROCEDURE ask(p_id integer, p_course integer) LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO request VALUES (p_id, p_course);
    INSERT INTO taken VALUES (p_course, p_id);
END $$;
