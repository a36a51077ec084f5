CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
WITH gone AS (DELETE FROM ord WHERE acc_id = a RETURNING id) DELETE FROM line USING gone WHERE line.ord_id = gone.id;
END;
$$;
