CREATE FUNCTION p(o text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 r record;
BEGIN
FOR r IN SELECT id FROM acc WHERE owner = o LOOP
FOR i IN 1 .. 3 LOOP
UPDATE line SET price = i WHERE ord_id = r.id AND no = i;
END LOOP;
END LOOP;
END;
$$;
