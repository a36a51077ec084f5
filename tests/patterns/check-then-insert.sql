-- why: nothing keeps two from finding that the name is free
-- postgresql/read-committed: unsafe
-- postgresql/repeatable-read: unsafe
-- postgresql/serializable: safe
CREATE TABLE member (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL
);

CREATE PROCEDURE register(p_name text)
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM member WHERE name = p_name;
    IF FOUND THEN
        RAISE EXCEPTION 'the name % is taken', p_name;
    END IF;
    INSERT INTO member (name) VALUES (p_name);
END;
$$;
