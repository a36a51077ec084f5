CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 b numeric;
BEGIN
DELETE FROM acc WHERE id = a RETURNING bal INTO b;
UPDATE acc SET bal = bal + b WHERE id = 0;
END;
$$;
