CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 s numeric;
BEGIN
WITH big AS (SELECT id, qty FROM ord WHERE qty > 10) SELECT sum(big.qty) INTO s FROM big JOIN line ON line.ord_id = big.id WHERE line.no = a;
UPDATE acc SET bal = s WHERE id = a;
END;
$$;
