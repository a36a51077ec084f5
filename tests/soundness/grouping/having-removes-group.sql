-- level: postgresql/read-committed
-- never: safe
-- why: HAVING leaves the group out: then nothing is updated, and nothing is locked
CREATE TABLE course (id integer PRIMARY KEY, capacity integer NOT NULL, touched integer);
CREATE TABLE seat (id integer PRIMARY KEY, course integer NOT NULL);
CREATE TABLE enrolled (course integer REFERENCES course, student integer, PRIMARY KEY (course, student));
CREATE FUNCTION enrol(c integer, s integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    taken integer;
BEGIN
    IF NOT EXISTS (SELECT 1 FROM seat WHERE id = c AND course = c) THEN RAISE EXCEPTION 'no seat'; END IF;
    UPDATE course SET touched = 1
        FROM (SELECT id, course FROM seat GROUP BY id, course HAVING count(*) > 1) x
        WHERE course.id = c AND x.course = course.id AND x.id = c;
    SELECT count(*) INTO taken FROM enrolled WHERE course = c;
    IF taken < (SELECT capacity FROM course WHERE id = c) THEN
        INSERT INTO enrolled VALUES (c, s);
    END IF;
END $$;
