CREATE FUNCTION r(a integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN DELETE FROM acc WHERE id = a; PERFORM r(a - 1); END; $$;
CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
PERFORM r(a);
END;
$$;
