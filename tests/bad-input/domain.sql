CREATE DOMAIN flag AS boolean;
CREATE TABLE course (id integer PRIMARY KEY, active flag NOT NULL, seats integer NOT NULL);

CREATE PROCEDURE take_seat(p_id integer) LANGUAGE plpgsql AS $$
DECLARE
    v_active flag;
BEGIN
    SELECT active INTO v_active FROM course WHERE id = p_id AND NOT (active AND seats = 0);
    IF v_active AND NOT v_active IS NULL THEN
        UPDATE course SET seats = seats - 1 WHERE id = p_id AND active;
    END IF;
END;
$$;
