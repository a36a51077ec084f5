CREATE FUNCTION p(n integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 t integer := 0;
BEGIN
FOR i IN 1 .. n LOOP
UPDATE acc SET bal = bal + i WHERE id = i;
t := t + i;
END LOOP;
UPDATE acc SET bal = t WHERE id = 0;
END;
$$;
