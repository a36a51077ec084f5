CREATE FUNCTION p(a integer, m numeric) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
IF m > 10 THEN RETURN; END IF;
DELETE FROM acc WHERE id = a;
END;
$$;
