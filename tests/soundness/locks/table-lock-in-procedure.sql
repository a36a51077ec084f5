-- level: postgresql/repeatable-read
-- never: safe
-- why: CALL has taken the snapshot before LOCK TABLE waits
CREATE TABLE enrolled (course integer NOT NULL, student integer NOT NULL, PRIMARY KEY (course, student));
CREATE PROCEDURE enrol(p_course integer, p_student integer) LANGUAGE plpgsql AS $$
BEGIN
    LOCK TABLE enrolled IN SHARE ROW EXCLUSIVE MODE;
    INSERT INTO enrolled SELECT p_course, p_student
    WHERE (SELECT count(*) FROM enrolled WHERE course = p_course) < 20;
END $$;
