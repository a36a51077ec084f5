CREATE FUNCTION p(a integer, m numeric) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 x integer;
BEGIN
IF m > 10 THEN x := 7; RAISE EXCEPTION 'no %', a; ELSE x := 8; END IF;
UPDATE acc SET bal = x WHERE id = a;
END;
$$;
