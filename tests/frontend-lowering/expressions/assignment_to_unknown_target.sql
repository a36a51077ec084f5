CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
SELECT bal INTO nowhere FROM acc WHERE id = a;
END;
$$;
