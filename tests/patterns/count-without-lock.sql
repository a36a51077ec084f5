-- why: without the lock of the parent, two that count at the same time both find room
-- postgresql/read-committed: unsafe
-- postgresql/repeatable-read: unsafe
-- postgresql/serializable: safe
CREATE TABLE course (id integer PRIMARY KEY, capacity integer NOT NULL);
CREATE TABLE enrolled (course integer NOT NULL, student integer NOT NULL, PRIMARY KEY (course, student));

CREATE PROCEDURE enrol(p_course integer, p_student integer)
LANGUAGE plpgsql AS $$
DECLARE
    v_capacity integer;
    v_count    bigint;
BEGIN
    SELECT capacity INTO v_capacity FROM course WHERE id = p_course;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'no course %', p_course;
    END IF;
    SELECT count(*) INTO v_count FROM enrolled WHERE course = p_course;
    IF v_count >= v_capacity THEN
        RAISE EXCEPTION 'course % is full', p_course;
    END IF;
    INSERT INTO enrolled VALUES (p_course, p_student);
END;
$$;
