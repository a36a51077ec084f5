CREATE FUNCTION p(j jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
n integer := (j->>'id')::integer;
BEGIN
UPDATE acc SET bal = (j->'amounts'->>0)::numeric WHERE id = n;
IF j ? 'all' THEN
DELETE FROM acc WHERE id = (j #>> '{a,b}')::integer;
END IF;
END; $$;
