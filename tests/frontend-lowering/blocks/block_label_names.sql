CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
<<b>>
DECLARE x integer := a + 1;
BEGIN
DELETE FROM acc WHERE id = p.a AND bal = b.x;
DECLARE x integer := 5;
BEGIN
UPDATE acc SET bal = x WHERE id = b.x;
END;
END;
$$;
