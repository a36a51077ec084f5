CREATE FUNCTION p(a integer) RETURNS SETOF integer LANGUAGE plpgsql AS $$
DECLARE
r record;
BEGIN
FOR r IN SELECT id FROM acc WHERE bal > a LOOP
RETURN NEXT r.id;
UPDATE acc SET bal = 0 WHERE id = r.id;
END LOOP;
RETURN;
END; $$;
