-- Berenson et al. 1995, A5B: of two doctors one must stay on call.
CREATE TABLE doctor (id integer PRIMARY KEY, shift integer NOT NULL, on_call boolean NOT NULL);

CREATE PROCEDURE leave_shift(p_id integer, p_other integer)
LANGUAGE plpgsql AS $$
DECLARE
    v_other boolean;
BEGIN
    SELECT on_call INTO v_other FROM doctor WHERE id = p_other;
    IF v_other IS NOT TRUE THEN
        RAISE EXCEPTION 'nobody else is on call';
    END IF;
    UPDATE doctor SET on_call = false WHERE id = p_id;
END;
$$;
