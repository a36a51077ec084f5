CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
INSERT INTO line (ord_id, no, price) SELECT id, 1, qty * 2 FROM ord WHERE acc_id = a;
END;
$$;
