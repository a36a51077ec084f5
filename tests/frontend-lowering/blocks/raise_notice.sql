CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
RAISE NOTICE 'hello %', a;
DELETE FROM acc WHERE id = a;
END;
$$;
