-- why: of the keys that may refuse the INSERT one comes from a sequence, and the second INSERT of the body fails by such a key alone
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE users (id serial PRIMARY KEY, email text NOT NULL UNIQUE, name text);
CREATE TABLE log (id serial PRIMARY KEY, email text, what text);

CREATE FUNCTION register(p_email text, p_name text) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
    v_id integer;
BEGIN
    INSERT INTO users (email, name) VALUES (p_email, p_name) RETURNING id INTO v_id;
    INSERT INTO log (email, what) VALUES (p_email, 'registered');
    RETURN v_id;
EXCEPTION WHEN unique_violation THEN
    INSERT INTO log (email, what) VALUES (p_email, 'duplicate');
    RETURN NULL;
END;
$$;
