CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 r record;
BEGIN
FOR r IN SELECT DISTINCT acc_id FROM ord WHERE qty > 1 LOOP
DELETE FROM acc WHERE id = r.acc_id;
END LOOP;
END;
$$;
