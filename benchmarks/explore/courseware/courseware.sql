-- Courseware as Bouajjani, Enea & Román-Calvo (PLDI 2023, section 7.2) explore it,
-- after Nair, Petri & Shapiro (ESOP 2020): courses are opened, closed and deleted,
-- and a student enrols in an open course that has places left. (The Courseware of
-- benchmarks/courseware has neither open nor closed courses.)

CREATE TABLE students (
    student_id integer PRIMARY KEY,
    name       text NOT NULL
);

CREATE TABLE courses (
    course_id integer PRIMARY KEY,
    open      boolean NOT NULL,
    capacity  integer NOT NULL CHECK (capacity > 0)
);

CREATE TABLE enrolments (
    course_id  integer NOT NULL REFERENCES courses,
    student_id integer NOT NULL REFERENCES students,
    PRIMARY KEY (course_id, student_id)
);

-- Opens a closed course, or a new one.
CREATE PROCEDURE open_course(p_course_id integer, p_capacity integer)
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE courses SET open = true WHERE course_id = p_course_id;
    IF NOT FOUND THEN
        INSERT INTO courses (course_id, open, capacity) VALUES (p_course_id, true, p_capacity);
    END IF;
END;
$$;

-- Was it open?
CREATE FUNCTION close_course(p_course_id integer) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE courses SET open = false WHERE course_id = p_course_id AND open;
    RETURN FOUND;
END;
$$;

-- Only a closed course can be deleted; its enrolments go with it.
CREATE FUNCTION delete_course(p_course_id integer) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
    v_open courses.open%TYPE;
BEGIN
    SELECT open INTO v_open FROM courses WHERE course_id = p_course_id;
    IF NOT FOUND OR v_open THEN
        RETURN false;
    END IF;

    DELETE FROM enrolments WHERE course_id = p_course_id;
    DELETE FROM courses WHERE course_id = p_course_id;
    RETURN true;
END;
$$;

-- False where the course takes no students; a second enrolment is an error.
CREATE FUNCTION enroll(p_student_id integer, p_course_id integer) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
    v_open     courses.open%TYPE;
    v_capacity courses.capacity%TYPE;
    v_enrolled bigint;
BEGIN
    PERFORM 1 FROM enrolments WHERE course_id = p_course_id AND student_id = p_student_id;
    IF FOUND THEN
        RAISE EXCEPTION 'student % is enrolled in course % already', p_student_id, p_course_id;
    END IF;

    SELECT open, capacity INTO v_open, v_capacity FROM courses WHERE course_id = p_course_id;
    IF NOT FOUND OR NOT v_open THEN
        RETURN false;
    END IF;

    SELECT count(*) INTO v_enrolled FROM enrolments WHERE course_id = p_course_id;
    IF v_enrolled >= v_capacity THEN
        RETURN false;
    END IF;

    INSERT INTO enrolments (course_id, student_id) VALUES (p_course_id, p_student_id);
    RETURN true;
END;
$$;

CREATE FUNCTION get_enrolments(p_course_id integer) RETURNS TABLE (student_id integer, name text)
LANGUAGE sql STABLE AS $$
    SELECT s.student_id, s.name
      FROM enrolments AS e
      JOIN students AS s ON s.student_id = e.student_id
     WHERE e.course_id = p_course_id
     ORDER BY s.student_id;
$$;
