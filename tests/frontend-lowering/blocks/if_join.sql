CREATE FUNCTION p(a integer, m numeric) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 x integer := 0;
BEGIN
IF m > 10 THEN x := 1; ELSIF m > 5 THEN x := 2; ELSE x := a; END IF;
UPDATE acc SET bal = x WHERE id = a;
END;
$$;
