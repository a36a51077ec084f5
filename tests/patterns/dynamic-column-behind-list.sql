-- why: a guard leaves two names, so EXECUTE runs one of two UPDATEs of the row with that key
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE profile (id integer PRIMARY KEY, name text, email text);

CREATE FUNCTION set_field(p_id integer, p_field text, p_value text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    IF p_field NOT IN ('name', 'email') THEN
        RAISE EXCEPTION 'no such field: %', p_field;
    END IF;
    EXECUTE format('UPDATE profile SET %I = $1 WHERE id = $2', p_field) USING p_value, p_id;
END;
$$;
