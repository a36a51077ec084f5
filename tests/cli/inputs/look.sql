CREATE FUNCTION look(p_id integer) RETURNS integer
LANGUAGE plpgsql AS $$
BEGIN
    RETURN in_stock(p_id);
END;
$$;
