-- Half a cent is rounded to none.
CREATE TABLE seat (id integer PRIMARY KEY, taken integer NOT NULL);

CREATE FUNCTION take(p_price money, p_id integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    v_free bigint;
BEGIN
    IF (p_price * 0.5 = '0'::money AND p_price > '0'::money) IS NOT TRUE THEN
        RETURN 0;
    END IF;
    SELECT count(*) INTO v_free FROM seat WHERE taken = 0;
    UPDATE seat SET taken = 1 WHERE id = p_id;
    RETURN v_free;
END;
$$;
