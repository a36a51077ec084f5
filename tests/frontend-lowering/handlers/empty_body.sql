CREATE FUNCTION nothing(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
EXCEPTION WHEN unique_violation THEN
DELETE FROM log;
END;
$$;
