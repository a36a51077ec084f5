CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 x integer;
BEGIN
x := a;
FOR i IN 1 .. 3 LOOP
UPDATE acc SET bal = x WHERE id = i;
x := x + 1;
END LOOP;
UPDATE acc SET bal = x WHERE id = 9;
END;
$$;
