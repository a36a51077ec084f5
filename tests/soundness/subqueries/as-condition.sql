-- level: postgresql/read-committed
-- never: safe
-- why: the row that the subquery gives may say false: then nothing is updated, and nothing is locked
CREATE TABLE course (id integer PRIMARY KEY, capacity integer NOT NULL, touched integer);
CREATE TABLE flag (id integer PRIMARY KEY, on_now boolean NOT NULL);
CREATE TABLE enrolled (course integer REFERENCES course, student integer, PRIMARY KEY (course, student));
CREATE FUNCTION enrol(c integer, s integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    taken integer;
BEGIN
    IF NOT EXISTS (SELECT 1 FROM flag WHERE id = c) THEN RAISE EXCEPTION 'no flag'; END IF;
    UPDATE course SET touched = 1 WHERE (SELECT on_now FROM flag WHERE flag.id = course.id) AND id = c + 0;
    SELECT count(*) INTO taken FROM enrolled WHERE course = c;
    IF taken < (SELECT capacity FROM course WHERE id = c) THEN
        INSERT INTO enrolled VALUES (c, s);
    END IF;
END $$;
