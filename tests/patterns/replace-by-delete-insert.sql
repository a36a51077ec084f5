-- why: DELETE, then INSERT of the same key: a transaction that finds a row which it has not deleted itself fails
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE setting (name text PRIMARY KEY, value integer NOT NULL);

CREATE PROCEDURE replace(p_name text, p_value integer)
LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM setting WHERE name = p_name;
    INSERT INTO setting VALUES (p_name, p_value);
END;
$$;

CREATE FUNCTION value_of(p_name text) RETURNS integer
LANGUAGE sql AS $$
    SELECT value FROM setting WHERE name = p_name;
$$;
