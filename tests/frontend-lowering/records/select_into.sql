CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 b numeric; o text;
BEGIN
SELECT bal, owner INTO b, o FROM acc WHERE id = a;
IF NOT FOUND THEN RETURN; END IF;
UPDATE acc SET bal = b + 1 WHERE owner = o;
END;
$$;
