-- why: the unique index on the rows that are not deleted looks once more for what the query did not find
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE member (id bigserial PRIMARY KEY, email text NOT NULL, left_at timestamptz);
CREATE UNIQUE INDEX member_email ON member (lower(email)) WHERE left_at IS NULL;

CREATE FUNCTION enlist(p_email text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    v_id bigint;
BEGIN
    IF EXISTS (SELECT 1 FROM member WHERE left_at IS NULL AND lower(email) = lower(p_email)) THEN
        RAISE EXCEPTION '% is a member', p_email;
    END IF;
    INSERT INTO member (email) VALUES (p_email) RETURNING id INTO v_id;
    RETURN v_id;
END $$;

CREATE FUNCTION leave(p_id bigint) RETURNS void LANGUAGE sql AS $$
    UPDATE member SET left_at = now() WHERE id = p_id AND left_at IS NULL
$$;
