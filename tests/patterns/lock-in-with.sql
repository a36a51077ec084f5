-- why: a query of the WITH's one row takes it, and so has its lock
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE job (id integer PRIMARY KEY, n integer NOT NULL);

CREATE FUNCTION count_up(p_id integer) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
    v_n integer;
BEGIN
    WITH locked AS (SELECT id, n FROM job WHERE id = p_id FOR UPDATE)
    SELECT n INTO v_n FROM locked;
    UPDATE job SET n = v_n + 1 WHERE id = p_id;
    RETURN v_n;
END;
$$;
