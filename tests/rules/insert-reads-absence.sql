-- level: read-atomic
-- with: unsafe
-- without: safe
-- why: two instances insert one name, and each has to come first

CREATE TABLE names (name text PRIMARY KEY);
CREATE PROCEDURE register(n text) LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO names (name) VALUES (n);
END $$;
