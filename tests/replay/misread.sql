-- The text has to be a uuid's, and the number a truth value's, or nothing commits.
CREATE TABLE message (id uuid NOT NULL, stream text NOT NULL, position bigint NOT NULL);

CREATE FUNCTION append(p_id varchar, p_stream varchar, p_sends smallint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    sends boolean := p_sends;
    last bigint;
BEGIN
    SELECT max(position) INTO last FROM message WHERE stream = p_stream;
    IF sends THEN
        INSERT INTO message VALUES (uuid(p_id), p_stream, coalesce(last, 0) + 1);
    END IF;
    RETURN last;
END;
$$;
