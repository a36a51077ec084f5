CREATE FUNCTION bank.pay(id integer, amount integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE fee integer := 1;
BEGIN
UPDATE acc SET bal = bal - pay.amount - pay.fee WHERE acc.id = pay.id;
END;
$$;
CREATE FUNCTION bank.pay(id integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
PERFORM bank.pay(pay.id, 7);
END;
$$;
CREATE FUNCTION bank.close(id integer) RETURNS void LANGUAGE sql AS $$
DELETE FROM acc WHERE acc.id = close.id;
$$;
