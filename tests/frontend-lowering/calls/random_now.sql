CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 x numeric;
BEGIN
UPDATE ord SET at = now(), qty = random() * 10 WHERE at < current_timestamp AND id = a;
x := random();
UPDATE acc SET bal = x WHERE id = 1;
UPDATE acc SET bal = x WHERE id = 2;
END;
$$;
