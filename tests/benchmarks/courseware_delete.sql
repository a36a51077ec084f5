CALL add_course('databases', 1);
CALL add_student('ann');
CALL add_student('ben');

DO $$
BEGIN
    ASSERT enroll('ann', 'databases'), 'enrolled';
    ASSERT (SELECT enrolled FROM courses) = 1 AND (SELECT count(*) FROM enrolments) = 1, 'counted';
    ASSERT NOT enroll('ann', 'logic') AND NOT enroll('eve', 'databases'), 'unknown course or student';

    BEGIN
        PERFORM enroll('ben', 'databases');
        ASSERT false, 'a full course was accepted';
    EXCEPTION WHEN raise_exception THEN NULL;
    END;
    BEGIN
        CALL add_course('databases', 2);
        ASSERT false, 'a second course of that name was accepted';
    EXCEPTION WHEN unique_violation THEN NULL;
    END;
    BEGIN
        CALL rem_course('databases');
        ASSERT false, 'a course with enrolments was removed';
    EXCEPTION WHEN raise_exception THEN NULL;
    END;
    BEGIN
        CALL rem_student('ann');
        ASSERT false, 'a student with enrolments was removed';
    EXCEPTION WHEN raise_exception THEN NULL;
    END;

    CALL rem_student('ben');
    ASSERT (SELECT count(*) FROM students) = 1, 'removed student';
    CALL add_course('logic', 5);
    CALL rem_course('logic');
    ASSERT (SELECT count(*) FROM courses) = 1, 'removed course';
END;
$$;
