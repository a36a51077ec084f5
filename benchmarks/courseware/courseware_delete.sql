-- Courseware as in courseware.sql, with names as keys and removal by DELETE.

CREATE TABLE courses (
    name     text PRIMARY KEY,
    capacity integer NOT NULL CHECK (capacity > 0),
    enrolled integer NOT NULL
);

CREATE TABLE students (
    name text PRIMARY KEY
);

CREATE TABLE enrolments (
    student text NOT NULL,
    course  text NOT NULL,
    PRIMARY KEY (student, course)
);

CREATE PROCEDURE add_course(p_name text, p_capacity integer)
LANGUAGE sql AS $$
    INSERT INTO courses (name, capacity, enrolled) VALUES (p_name, p_capacity, 0);
$$;

CREATE PROCEDURE add_student(p_name text)
LANGUAGE sql AS $$
    INSERT INTO students (name) VALUES (p_name);
$$;

-- False if there is no such student or no such course.
CREATE FUNCTION enroll(p_student text, p_course text) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
    v_student_known boolean;
    v_capacity      courses.capacity%TYPE;
    v_enrolled      courses.enrolled%TYPE;
BEGIN
    PERFORM 1 FROM students WHERE name = p_student;
    v_student_known := FOUND;

    SELECT capacity, enrolled INTO v_capacity, v_enrolled FROM courses WHERE name = p_course;
    IF NOT FOUND OR NOT v_student_known THEN
        RETURN false;
    END IF;
    IF v_enrolled >= v_capacity THEN
        RAISE EXCEPTION 'course % is full', p_course;
    END IF;

    UPDATE courses SET enrolled = v_enrolled + 1 WHERE name = p_course;
    INSERT INTO enrolments (student, course) VALUES (p_student, p_course);
    RETURN true;
END;
$$;

-- A course with enrolments stays.
CREATE PROCEDURE rem_course(p_name text)
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM enrolments WHERE course = p_name;
    IF FOUND THEN
        RAISE EXCEPTION 'students are enrolled in course %', p_name;
    END IF;

    DELETE FROM courses WHERE name = p_name;
END;
$$;

-- A student with enrolments stays.
CREATE PROCEDURE rem_student(p_name text)
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM enrolments WHERE student = p_name;
    IF FOUND THEN
        RAISE EXCEPTION 'student % is enrolled', p_name;
    END IF;

    DELETE FROM students WHERE name = p_name;
END;
$$;
