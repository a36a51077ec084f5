-- level: postgresql/repeatable-read
-- with: safe
-- without: unsafe
-- why: TRUNCATE waits until the readers of the table have ended, and later transactions find it empty

CREATE TABLE job (id integer PRIMARY KEY, note text NOT NULL);
CREATE FUNCTION look() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
    SELECT count(*) INTO n FROM job;
    RETURN n;
END $$;
CREATE PROCEDURE empty_it() LANGUAGE plpgsql AS $$
BEGIN
    TRUNCATE job;
END $$;
