CREATE VIEW v AS SELECT id, 1 AS n FROM acc;
CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 x integer;
BEGIN
SELECT n INTO x FROM v WHERE id = a;
UPDATE acc SET bal = x WHERE id = a;
END;
$$;
