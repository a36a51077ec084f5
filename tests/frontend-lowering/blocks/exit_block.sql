CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 x integer;
BEGIN
<<b>>
BEGIN
x := 1;
EXIT b WHEN a = 1;
x := 2;
DELETE FROM log;
END;
UPDATE acc SET bal = x WHERE id = a;
END;
$$;
