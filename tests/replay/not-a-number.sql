-- Goes on for NaN alone: no infinity is a numeric(10,2).
CREATE TABLE seat (price numeric(10,2), id integer, taken integer NOT NULL, PRIMARY KEY (price, id));

CREATE FUNCTION take(p_price numeric, p_id integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    v_free bigint;
BEGIN
    IF p_price + 1 > p_price THEN
        RETURN 0;
    END IF;
    SELECT count(*) INTO v_free FROM seat WHERE price = p_price AND taken = 0;
    UPDATE seat SET taken = 1 WHERE price = p_price AND id = p_id;
    RETURN v_free;
END;
$$;
