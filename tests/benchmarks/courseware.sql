CALL add_course('databases', 1);
CALL add_student('ann');
CALL add_student('ben');

DO $$
BEGIN
    ASSERT enroll(1, 1), 'enrolled';
    ASSERT (SELECT enrolled FROM courses) = 1 AND (SELECT count(*) FROM enrolments) = 1, 'counted';
    ASSERT NOT enroll(1, 7) AND NOT enroll(7, 1), 'unknown course or student';

    BEGIN
        PERFORM enroll(2, 1);
        ASSERT false, 'a full course was accepted';
    EXCEPTION WHEN raise_exception THEN NULL;
    END;
    BEGIN
        CALL add_course('databases', 2);
        ASSERT false, 'a second course of that name was accepted';
    EXCEPTION WHEN raise_exception THEN NULL;
    END;
    BEGIN
        CALL add_student('ann');
        ASSERT false, 'a second student of that name was accepted';
    EXCEPTION WHEN raise_exception THEN NULL;
    END;
    BEGIN
        CALL rem_course(1);
        ASSERT false, 'a course with enrolments was removed';
    EXCEPTION WHEN raise_exception THEN NULL;
    END;
    BEGIN
        CALL rem_student(1);
        ASSERT false, 'a student with enrolments was removed';
    EXCEPTION WHEN raise_exception THEN NULL;
    END;

    CALL add_course('logic', 5);
    CALL rem_student(2);
    BEGIN
        PERFORM enroll(2, 2);
        ASSERT false, 'a student who has left was accepted';
    EXCEPTION WHEN raise_exception THEN NULL;
    END;
    CALL rem_course(2);
    BEGIN
        PERFORM enroll(1, 2);
        ASSERT false, 'a removed course was accepted';
    EXCEPTION WHEN raise_exception THEN NULL;
    END;
    ASSERT (SELECT count(*) FROM enrolments) = 1, 'still one enrolment';
END;
$$;
