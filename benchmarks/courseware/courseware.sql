-- Courseware: Gotsman, Yang, Ferreira, Najafzadeh & Shapiro (POPL 2016), in the
-- form that Nagar & Jagannathan (CONCUR 2018, section 6) analyze: courses and
-- students are added and removed, students enroll in courses of limited capacity.
-- What is removed keeps its row, marked as not active, and its name stays taken;
-- courseware_delete.sql deletes rows instead.
--
-- Names are checked by the programs, and no foreign key ties an enrolment to its
-- course and student: these rules are what the published study finds broken on a
-- store that enforces nothing across rows.

CREATE TABLE courses (
    course_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name      text NOT NULL,
    capacity  integer NOT NULL CHECK (capacity > 0),
    enrolled  integer NOT NULL,
    active    boolean NOT NULL
);

CREATE TABLE students (
    student_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name       text NOT NULL,
    active     boolean NOT NULL
);

CREATE TABLE enrolments (
    student_id bigint NOT NULL,
    course_id  bigint NOT NULL,
    PRIMARY KEY (student_id, course_id)
);

CREATE PROCEDURE add_course(p_name text, p_capacity integer)
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM courses WHERE name = p_name;
    IF FOUND THEN
        RAISE EXCEPTION 'the course name % is taken', p_name;
    END IF;

    INSERT INTO courses (name, capacity, enrolled, active) VALUES (p_name, p_capacity, 0, true);
END;
$$;

CREATE PROCEDURE add_student(p_name text)
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM students WHERE name = p_name;
    IF FOUND THEN
        RAISE EXCEPTION 'the student name % is taken', p_name;
    END IF;

    INSERT INTO students (name, active) VALUES (p_name, true);
END;
$$;

-- False if there never was such a student or course: a form may be older than
-- what it names. Everything else that stands in the way is an error.
CREATE FUNCTION enroll(p_student_id bigint, p_course_id bigint) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
    v_student_known  boolean;
    v_student_active students.active%TYPE;
    v_course_active  courses.active%TYPE;
    v_capacity       courses.capacity%TYPE;
    v_enrolled       courses.enrolled%TYPE;
BEGIN
    SELECT active INTO v_student_active FROM students WHERE student_id = p_student_id;
    v_student_known := FOUND;
    IF v_student_known AND NOT v_student_active THEN
        RAISE EXCEPTION 'student % has left', p_student_id;
    END IF;

    SELECT active, capacity, enrolled INTO v_course_active, v_capacity, v_enrolled
      FROM courses
     WHERE course_id = p_course_id;
    IF NOT FOUND OR NOT v_student_known THEN
        RETURN false;
    END IF;
    IF NOT v_course_active OR v_enrolled >= v_capacity THEN
        RAISE EXCEPTION 'course % takes no students', p_course_id;
    END IF;

    UPDATE courses SET enrolled = v_enrolled + 1 WHERE course_id = p_course_id;
    INSERT INTO enrolments (student_id, course_id) VALUES (p_student_id, p_course_id);
    RETURN true;
END;
$$;

-- A course with enrolments stays.
CREATE PROCEDURE rem_course(p_course_id bigint)
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM enrolments WHERE course_id = p_course_id;
    IF FOUND THEN
        RAISE EXCEPTION 'students are enrolled in course %', p_course_id;
    END IF;

    UPDATE courses SET active = false WHERE course_id = p_course_id;
END;
$$;

-- A student with enrolments stays.
CREATE PROCEDURE rem_student(p_student_id bigint)
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM enrolments WHERE student_id = p_student_id;
    IF FOUND THEN
        RAISE EXCEPTION 'student % is enrolled', p_student_id;
    END IF;

    UPDATE students SET active = false WHERE student_id = p_student_id;
END;
$$;
