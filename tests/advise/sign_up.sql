-- Looks whether there is such a row, then adds it.
CREATE TABLE member (id bigserial PRIMARY KEY, email text NOT NULL, since date);

CREATE PROCEDURE sign_up(p_email text)
LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM member WHERE email = p_email) THEN
        RAISE EXCEPTION 'there is a member %', p_email;
    END IF;
    INSERT INTO member (email, since) VALUES (p_email, current_date);
END;
$$;
