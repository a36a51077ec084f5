-- why: the row that refuses the INSERT is what the next SELECT finds; both look for it by the same key
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE tag (id serial PRIMARY KEY, name text NOT NULL UNIQUE);

CREATE FUNCTION tag_id(p_name text) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
    v_id integer;
BEGIN
    LOOP
        SELECT id INTO v_id FROM tag WHERE name = p_name;
        EXIT WHEN FOUND;
        BEGIN
            INSERT INTO tag (name) VALUES (p_name) RETURNING id INTO v_id;
            EXIT;
        EXCEPTION WHEN unique_violation THEN
            NULL;
        END;
    END LOOP;
    RETURN v_id;
END;
$$;
