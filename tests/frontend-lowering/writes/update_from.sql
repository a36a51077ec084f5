CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
UPDATE acc SET bal = bal + o.qty FROM ord o WHERE o.acc_id = acc.id AND o.id = a;
END;
$$;
