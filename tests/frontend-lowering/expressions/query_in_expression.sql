CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 x numeric;
BEGIN
IF count(*) > 3 FROM acc WHERE owner = 'x' THEN DELETE FROM log; END IF;
x := bal FROM acc WHERE id = a;
UPDATE acc SET bal = x WHERE id = 0;
END;
$$;
