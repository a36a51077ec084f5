CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 n integer;
BEGIN
SELECT count(*) INTO n FROM acc LEFT JOIN ord ON ord.acc_id = acc.id AND ord.qty > a WHERE acc.owner = 'x' AND ord.id IS NULL;
SELECT count(*) INTO n FROM acc LEFT JOIN ord ON ord.acc_id = acc.id WHERE ord.qty = a;
UPDATE acc SET bal = n WHERE id = a;
END;
$$;
