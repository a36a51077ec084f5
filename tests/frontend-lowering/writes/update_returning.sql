CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 q integer; s integer; k integer;
BEGIN
UPDATE ord SET qty = qty + 1 WHERE id = a RETURNING qty - 1, qty + 2, acc_id INTO q, s, k;
UPDATE acc SET bal = q + s WHERE id = k;
END;
$$;
