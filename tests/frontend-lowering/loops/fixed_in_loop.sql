CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 x integer; y integer;
BEGIN
x := a + 1;
FOR i IN 1 .. 3 LOOP
y := i + 1;
UPDATE acc SET bal = y WHERE id = x;
END LOOP;
END;
$$;
