CREATE FUNCTION p(a integer) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
n numeric;
BEGIN
SELECT x.doubled INTO n FROM acc, LATERAL (SELECT acc.bal * 2 AS doubled) x WHERE acc.id = a;
RETURN n;
END; $$;
