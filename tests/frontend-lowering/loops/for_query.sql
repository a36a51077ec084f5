CREATE FUNCTION p(o text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 r record;
BEGIN
FOR r IN SELECT id, bal FROM acc WHERE owner = o LOOP
UPDATE acc SET bal = r.bal * 2 WHERE id = r.id;
END LOOP;
IF FOUND THEN DELETE FROM log; END IF;
END;
$$;
