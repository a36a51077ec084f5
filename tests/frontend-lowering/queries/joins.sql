CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 s numeric;
BEGIN
SELECT sum(l.price) INTO s FROM acc JOIN ord o ON o.acc_id = acc.id AND o.qty > 1, line l WHERE l.ord_id = o.id AND acc.owner = 'x' AND a > 3 AND l.no < a;
UPDATE acc SET bal = s WHERE id = a;
END;
$$;
