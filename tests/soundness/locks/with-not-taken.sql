-- level: postgresql/read-committed
-- never: safe
-- why: where the condition is false from the start, the WITH's query is not run and locks nothing
CREATE TABLE job (id integer PRIMARY KEY, n integer NOT NULL);

CREATE FUNCTION count_up(p_id integer, p_locks boolean) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    locked_n integer;
    v_n integer;
BEGIN
    WITH locked AS (SELECT id, n FROM job WHERE id = p_id FOR UPDATE)
    SELECT n INTO locked_n FROM locked WHERE p_locks;
    SELECT n INTO v_n FROM job WHERE id = p_id;
    UPDATE job SET n = v_n + 1 WHERE id = p_id;
    RETURN v_n;
END;
$$;
