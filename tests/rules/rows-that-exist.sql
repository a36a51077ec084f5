-- level: postgresql/repeatable-read
-- with: safe
-- without: unsafe
-- why: A lamp is lit if there is a job, and a job may come meanwhile: it would be lit in any case.

CREATE TABLE job (id integer PRIMARY KEY, state integer NOT NULL);
CREATE TABLE lamp (id integer PRIMARY KEY, lit boolean NOT NULL);

CREATE PROCEDURE light(which integer) LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM job WHERE state = 1) THEN
        UPDATE lamp SET lit = true WHERE id = which;
    END IF;
END $$;

CREATE FUNCTION begin_job(new_id integer, which integer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO job VALUES (new_id, 1);
    RETURN (SELECT lit FROM lamp WHERE id = which);
END $$;
