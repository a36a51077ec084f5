-- level: postgresql/serializable
-- never: safe
-- why: the key no longer comes from the sequence: 0 is taken again after a DELETE by another index has freed it, unnoticed
CREATE TABLE job (id serial PRIMARY KEY, code integer NOT NULL, size integer NOT NULL);
ALTER TABLE job ALTER COLUMN id SET DEFAULT 0;
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
