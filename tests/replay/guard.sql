-- Each transaction keeps the sum of two rows above 40, as far as it sees.
CREATE TABLE part (id integer PRIMARY KEY, v integer NOT NULL CHECK (v >= -100));

CREATE FUNCTION lower_part(p_mine integer, p_other integer, p_by integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    v_mine  integer;
    v_other integer;
BEGIN
    SELECT v INTO STRICT v_mine FROM part WHERE id = p_mine;
    SELECT v INTO STRICT v_other FROM part WHERE id = p_other;
    IF v_mine + v_other - p_by <= 40 OR p_by < 5 THEN
        RETURN false;
    END IF;
    UPDATE part SET v = v_mine - p_by WHERE id = p_mine;
    RETURN true;
END;
$$;
