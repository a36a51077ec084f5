CREATE FUNCTION p(integer, numeric) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 amount ALIAS FOR $2;
BEGIN
UPDATE acc SET bal = amount WHERE id = $1;
END;
$$;
