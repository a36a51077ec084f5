CREATE FUNCTION price_of(i integer) RETURNS numeric LANGUAGE sql AS $$ SELECT sum(price) FROM line WHERE ord_id = i $$;
CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
UPDATE acc SET bal = price_of(id) WHERE id = a;
END;
$$;
