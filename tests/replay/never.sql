-- The product of two unknowns is no number to the analysis: it takes a square to be what it likes.
CREATE TABLE cell (id integer PRIMARY KEY, v integer NOT NULL);

CREATE PROCEDURE never(p_id integer, p_n integer) LANGUAGE plpgsql AS $$
DECLARE
    v_value integer;
BEGIN
    IF p_n IS NULL OR p_n * p_n <> -1 THEN
        RAISE EXCEPTION '% is real', p_n;
    END IF;
    SELECT v INTO v_value FROM cell WHERE id = p_id;
    UPDATE cell SET v = v_value + 1 WHERE id = p_id;
END;
$$;
