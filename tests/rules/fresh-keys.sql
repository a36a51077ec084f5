-- level: postgresql/serializable
-- with: safe
-- without: unsafe
-- why: the server does not notice a transaction that takes a key that was freed by way of another index, but a sequence gives no freed key

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
