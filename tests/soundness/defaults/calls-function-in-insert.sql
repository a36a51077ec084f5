-- level: postgresql/repeatable-read
-- never: safe
-- why: the DEFAULT reads the table by way of a function: both get one place in the queue
CREATE TABLE waiting (id integer PRIMARY KEY);
CREATE FUNCTION next_place() RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
    RETURN (SELECT count(*) + 1 FROM waiting);
END $$;
ALTER TABLE waiting ADD place integer NOT NULL DEFAULT next_place();

CREATE PROCEDURE queue(p_id integer) LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO waiting (id) VALUES (p_id);
END $$;
