-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: a course that is not there is not locked, but no transaction enrolls in it

CREATE TABLE course (id integer PRIMARY KEY);
CREATE TABLE enrolled (course integer REFERENCES course (id), student integer, PRIMARY KEY (course, student));
CREATE PROCEDURE enroll(c integer, s integer) LANGUAGE plpgsql AS $$
DECLARE n integer;
BEGIN
    PERFORM 1 FROM course WHERE id = c FOR UPDATE;
    SELECT count(*) INTO n FROM enrolled WHERE course = c;
    IF n < 10 THEN
        INSERT INTO enrolled (course, student) VALUES (c, s);
    END IF;
END $$;
