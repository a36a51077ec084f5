CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 r record;
BEGIN
FOR r IN SELECT id FROM acc WHERE bal > a UNION SELECT acc_id FROM ord WHERE qty = a LOOP
DELETE FROM acc WHERE id = r.id;
END LOOP;
END;
$$;
