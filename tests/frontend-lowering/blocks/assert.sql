CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
ASSERT a > 0, 'positive';
DELETE FROM acc WHERE id = a;
END;
$$;
