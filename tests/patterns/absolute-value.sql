-- why: read, then write of an absolute value: between the two statements another transaction can write
-- postgresql/read-committed: unsafe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE counter (id integer PRIMARY KEY, n bigint NOT NULL);

CREATE PROCEDURE increment(p_id integer)
LANGUAGE plpgsql AS $$
DECLARE
    v_n bigint;
BEGIN
    SELECT n INTO v_n FROM counter WHERE id = p_id;
    UPDATE counter SET n = v_n + 1 WHERE id = p_id;
END;
$$;
