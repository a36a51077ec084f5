CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
UPDATE acc SET bal = st_area(a) WHERE id = a;
IF st_area(a) > 0 THEN DELETE FROM log; END IF;
END;
$$;
