CREATE FUNCTION p(a integer, t text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
UPDATE acc SET bal = a::numeric, note = a::text WHERE id = t::integer AND kind = 'x'::text AND bal = 1::numeric(12,2) AND id = bal::integer;
END;
$$;
