CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
DELETE FROM line USING ord WHERE line.ord_id = ord.id AND ord.acc_id = a;
END;
$$;
