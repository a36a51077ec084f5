-- why: as FOR UPDATE: the weaker lock excludes itself
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE counter (id integer PRIMARY KEY, n bigint NOT NULL);

CREATE PROCEDURE increment(p_id integer)
LANGUAGE plpgsql AS $$
DECLARE
    v_n bigint;
BEGIN
    SELECT n INTO v_n FROM counter WHERE id = p_id FOR NO KEY UPDATE;
    UPDATE counter SET n = v_n + 1 WHERE id = p_id;
END;
$$;
