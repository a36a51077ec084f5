-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: a transaction that waits for the lock on the course counts those that the one before it enrolled

CREATE TABLE course (id integer PRIMARY KEY, capacity integer NOT NULL);
CREATE TABLE enrolled (course integer REFERENCES course (id), student integer, PRIMARY KEY (course, student));
CREATE PROCEDURE enroll(c integer, s integer) LANGUAGE plpgsql AS $$
DECLARE cap integer; n integer;
BEGIN
    SELECT capacity INTO cap FROM course WHERE id = c FOR UPDATE;
    SELECT count(*) INTO n FROM enrolled WHERE course = c;
    IF n < cap THEN
        INSERT INTO enrolled (course, student) VALUES (c, s);
    END IF;
END $$;
