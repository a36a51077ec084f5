-- why: look whether the address is free, then take it: an address that is given up again in between is free in any case
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE person (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, address text NOT NULL UNIQUE);

CREATE FUNCTION enlist(p_address text) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM person WHERE address = p_address) THEN
        RETURN false;
    END IF;
    INSERT INTO person (address) VALUES (p_address);
    RETURN true;
END;
$$;

CREATE PROCEDURE leave(p_id bigint)
LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM person WHERE id = p_id;
END;
$$;
