CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
UPDATE acc SET (bal, note) = (a, 'n'), kind = DEFAULT WHERE id = a;
END;
$$;
