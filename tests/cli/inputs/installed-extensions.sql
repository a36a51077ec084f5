CREATE TABLE invitation (
    id uuid PRIMARY KEY DEFAULT extensions.uuid_generate_v4(),
    email text NOT NULL,
    secret text NOT NULL
);

CREATE FUNCTION invite(p_email text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM invitation WHERE email = p_email) THEN
        RETURN 'there';
    END IF;
    INSERT INTO invitation (email, secret) VALUES (p_email, encode(extensions.gen_random_bytes(8), 'hex'));
    RETURN 'new';
END $$;

CREATE FUNCTION other() RETURNS integer LANGUAGE sql AS $$SELECT extensions.audit()$$;
