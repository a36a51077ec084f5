CREATE FUNCTION p(ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 x integer;
BEGIN
FOREACH x IN ARRAY ids LOOP
DELETE FROM acc WHERE id = x;
END LOOP;
END;
$$;
