-- A value read, then written as an absolute one.
CREATE TABLE counter (id integer PRIMARY KEY, n integer NOT NULL);

CREATE PROCEDURE increment(p_id integer)
LANGUAGE plpgsql AS $$
DECLARE
    v_n integer;
BEGIN
    SELECT n INTO v_n FROM counter WHERE id = p_id;
    UPDATE counter SET n = v_n + 1 WHERE id = p_id;
END;
$$;
