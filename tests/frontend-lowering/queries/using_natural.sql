CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 x numeric;
BEGIN
SELECT l.price INTO x FROM line l JOIN (SELECT id AS ord_id, qty FROM ord WHERE acc_id = a) s USING (ord_id) WHERE ord_id > 3;
UPDATE acc SET bal = x WHERE id = a;
END;
$$;
