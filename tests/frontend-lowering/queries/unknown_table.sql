CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
DELETE FROM accs WHERE id = a;
DELETE FROM log;
END;
$$;
