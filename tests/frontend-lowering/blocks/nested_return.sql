CREATE FUNCTION p(a integer, m numeric) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
IF m > 10 THEN IF a = 1 THEN RETURN; END IF; DELETE FROM line WHERE no = 1; END IF;
DELETE FROM acc WHERE id = a;
END;
$$;
