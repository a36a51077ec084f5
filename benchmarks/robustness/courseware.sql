-- Courses, students and enrolments (Gotsman et al., POPL 2016; Nagar & Jagannathan, CONCUR 2018). A course is removed only while it
-- has no students.

CREATE TABLE course (
    course_id integer PRIMARY KEY,
    title     text NOT NULL
);

CREATE TABLE student (
    student_id integer PRIMARY KEY,
    name       text NOT NULL
);

CREATE TABLE enrolment (
    course_id  integer,
    student_id integer,
    PRIMARY KEY (course_id, student_id)
);

CREATE PROCEDURE add_course(p_course_id integer, p_title text)
LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM course WHERE course_id = p_course_id) THEN
        INSERT INTO course (course_id, title) VALUES (p_course_id, p_title);
    END IF;
END;
$$;

CREATE PROCEDURE add_student(p_student_id integer, p_name text)
LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM student WHERE student_id = p_student_id) THEN
        INSERT INTO student (student_id, name) VALUES (p_student_id, p_name);
    END IF;
END;
$$;

CREATE FUNCTION enroll_student(p_course_id integer, p_student_id integer) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM course WHERE course_id = p_course_id)
       OR NOT EXISTS (SELECT FROM student WHERE student_id = p_student_id) THEN
        RETURN false;
    END IF;
    INSERT INTO enrolment (course_id, student_id) VALUES (p_course_id, p_student_id);
    RETURN true;
END;
$$;

CREATE FUNCTION remove_course(p_course_id integer) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM enrolment WHERE course_id = p_course_id) THEN
        RETURN false;
    END IF;
    DELETE FROM course WHERE course_id = p_course_id;
    RETURN true;
END;
$$;

CREATE FUNCTION query_enrolment(p_course_id integer) RETURNS SETOF integer
LANGUAGE sql AS $$
    SELECT student_id FROM enrolment WHERE course_id = p_course_id;
$$;
