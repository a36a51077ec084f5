-- level: postgresql/serializable
-- with: safe
-- without: unsafe
-- why: a name that is saved as it was found stays the key of its row, so two transactions do not both find it missing and insert it

CREATE TABLE setting (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE, value integer NOT NULL);

CREATE PROCEDURE save(p_name text, p_value integer) LANGUAGE plpgsql AS $$
DECLARE
    v_id integer;
BEGIN
    SELECT id INTO v_id FROM setting WHERE name = p_name FOR UPDATE;
    IF NOT FOUND THEN
        INSERT INTO setting (name, value) VALUES (p_name, p_value);
    ELSE
        UPDATE setting SET name = p_name, value = p_value WHERE id = v_id;
    END IF;
END $$;
