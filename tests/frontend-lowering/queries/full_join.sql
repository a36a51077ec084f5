CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 n integer;
BEGIN
SELECT count(*) INTO n FROM acc FULL JOIN ord ON ord.acc_id = acc.id;
SELECT count(*) INTO n FROM acc RIGHT JOIN ord ON ord.acc_id = acc.id AND acc.bal > 0;
UPDATE acc SET bal = n WHERE id = a;
END;
$$;
