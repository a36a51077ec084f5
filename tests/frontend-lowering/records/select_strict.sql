CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 b numeric;
BEGIN
SELECT bal INTO STRICT b FROM acc WHERE id = a;
UPDATE acc SET bal = b WHERE id = 2;
END;
$$;
