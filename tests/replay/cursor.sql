-- Whether a cursor can go backward without SCROLL depends on its plan: that is not run in memory.
CREATE TABLE cell (id integer PRIMARY KEY, v integer NOT NULL);

CREATE PROCEDURE by_cursor(p_id integer) LANGUAGE plpgsql AS $$
DECLARE
    c CURSOR FOR SELECT v FROM cell WHERE id = p_id;
    v_value integer;
BEGIN
    OPEN c;
    FETCH c INTO v_value;
    MOVE NEXT FROM c;
    FETCH PRIOR FROM c INTO v_value;
    CLOSE c;
    UPDATE cell SET v = v_value + 1 WHERE id = p_id;
END;
$$;
