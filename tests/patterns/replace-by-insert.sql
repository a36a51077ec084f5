-- why: an INSERT does not mind that its key was deleted by a transaction that is not in the snapshot: no conflict at
-- why: repeatable read, and replace has read a row that is deleted when it inserts
-- postgresql/read-committed: unsafe
-- postgresql/repeatable-read: unsafe
-- postgresql/serializable: safe
CREATE TABLE setting (name text PRIMARY KEY, value integer NOT NULL);

CREATE PROCEDURE replace(p_name text)
LANGUAGE plpgsql AS $$
DECLARE
    v_value integer;
BEGIN
    SELECT value INTO v_value FROM setting WHERE name = p_name;
    INSERT INTO setting VALUES (p_name, v_value + 1);
END;
$$;

CREATE PROCEDURE remove(p_name text)
LANGUAGE sql AS $$
    DELETE FROM setting WHERE name = p_name;
$$;
