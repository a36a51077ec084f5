-- why: an advisory lock by the parent's number does what a lock of its row does, here too
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: benign
-- postgresql/serializable: safe
CREATE TABLE enrolled (course integer NOT NULL, student integer NOT NULL, PRIMARY KEY (course, student));

CREATE PROCEDURE enrol(p_course integer, p_student integer)
LANGUAGE plpgsql AS $$
DECLARE
    v_count bigint;
BEGIN
    PERFORM pg_advisory_xact_lock(p_course);
    SELECT count(*) INTO v_count FROM enrolled WHERE course = p_course;
    IF v_count >= 20 THEN
        RAISE EXCEPTION 'course % is full', p_course;
    END IF;
    INSERT INTO enrolled VALUES (p_course, p_student);
END;
$$;
