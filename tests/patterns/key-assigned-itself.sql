-- why: an UPDATE that assigns a key the value that it has takes the weaker lock, and FOR KEY SHARE does not exclude it
-- postgresql/read-committed: unsafe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE counter (id integer PRIMARY KEY, n bigint NOT NULL);

CREATE PROCEDURE increment(p_id integer)
LANGUAGE plpgsql AS $$
DECLARE
    v_n bigint;
BEGIN
    SELECT n INTO v_n FROM counter WHERE id = p_id FOR KEY SHARE;
    UPDATE counter SET id = p_id, n = v_n + 1 WHERE id = p_id;
END;
$$;
