CREATE FUNCTION pay(k integer, d numeric DEFAULT 7, why text DEFAULT 'fee') RETURNS void LANGUAGE sql AS $$
UPDATE acc SET bal = bal + d, note = why WHERE id = k $$;
CREATE FUNCTION tag_all(m text, VARIADIC t text[]) RETURNS void LANGUAGE sql AS $$ UPDATE log SET tags = t WHERE msg = m $$;
CREATE PROCEDURE take(k integer, OUT got numeric, OUT who text) LANGUAGE plpgsql AS $$
BEGIN DELETE FROM acc WHERE id = k RETURNING bal, owner INTO got, who; END; $$;
CREATE FUNCTION p(a integer, b text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x numeric; y text;
BEGIN
PERFORM pay(a, why => b);
PERFORM pay(d := 3, k := a);
PERFORM tag_all(b, 'u', 'v');
PERFORM tag_all(b, VARIADIC ARRAY['w']);
CALL take(who => y, k => a, got => x);
UPDATE acc SET bal = x, note = y WHERE id = 0;
END; $$;
