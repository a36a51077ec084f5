-- level: read-atomic
-- with: safe
-- without: unsafe
-- why: numbers drawn from a sequence differ

CREATE TABLE log (id serial PRIMARY KEY, s text);
CREATE PROCEDURE note(s text) LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO log (s) VALUES (s);
END $$;
