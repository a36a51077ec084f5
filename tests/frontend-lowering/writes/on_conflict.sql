CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
INSERT INTO acc (id, owner, bal) VALUES (a, 'x', 1) ON CONFLICT (id) DO UPDATE SET bal = acc.bal + 1;
END;
$$;
