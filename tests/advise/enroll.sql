-- At most as many students as the course has room for.
CREATE TABLE course (id integer PRIMARY KEY, capacity integer NOT NULL);
CREATE TABLE enrolled (course integer NOT NULL REFERENCES course (id), student integer NOT NULL,
                       PRIMARY KEY (course, student));

CREATE PROCEDURE enroll(p_course integer, p_student integer)
LANGUAGE plpgsql AS $$
DECLARE
    v_capacity integer;
    v_taken    bigint;
BEGIN
    SELECT capacity INTO v_capacity FROM course WHERE id = p_course;
    SELECT count(*) INTO v_taken FROM enrolled WHERE course = p_course;
    IF v_taken >= v_capacity THEN
        RAISE EXCEPTION 'course % is full', p_course;
    END IF;
    INSERT INTO enrolled (course, student) VALUES (p_course, p_student);
END;
$$;
