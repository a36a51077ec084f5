-- level: postgresql/serializable
-- never: safe
-- why: a sequence gives the keys of some rows only: the others take what a DELETE by another index has freed, unnoticed
CREATE TABLE job (id serial PRIMARY KEY, code integer NOT NULL, size integer NOT NULL);
CREATE TABLE load (id integer PRIMARY KEY, size integer NOT NULL);
CREATE PROCEDURE drop_jobs(c integer) LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM job WHERE code = c;
    UPDATE load SET size = 0 WHERE id = c;
END $$;
CREATE PROCEDURE add_job(c integer, l integer) LANGUAGE plpgsql AS $$
DECLARE
    n integer;
BEGIN
    SELECT size INTO n FROM load WHERE id = l;
    INSERT INTO job (code, size) VALUES (c, n);
END $$;
CREATE PROCEDURE add_again(i integer, l integer) LANGUAGE plpgsql AS $$
DECLARE
    n integer;
BEGIN
    SELECT size INTO n FROM load WHERE id = l;
    INSERT INTO job (id, code, size) VALUES (i, 0, n);
END $$;
