-- why: the lock is taken whenever a row was counted, and the count comes after it
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: unsafe
-- postgresql/serializable: safe
CREATE TABLE course (id integer PRIMARY KEY, capacity integer NOT NULL);
CREATE TABLE open_course (course integer PRIMARY KEY);
CREATE TABLE enrolled (course integer, student integer, PRIMARY KEY (course, student));

CREATE FUNCTION enrol(c integer, s integer) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    room integer;
BEGIN
    SELECT capacity INTO room FROM course
        WHERE id = c AND EXISTS (SELECT 1 FROM open_course o WHERE o.course = course.id) FOR UPDATE;
    IF FOUND THEN
        INSERT INTO enrolled SELECT c, s WHERE (SELECT count(*) FROM enrolled WHERE course = c) < room;
    END IF;
END $$;
