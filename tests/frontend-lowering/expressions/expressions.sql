CREATE FUNCTION p(a integer, t text, d date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 n integer;
BEGIN
SELECT count(*) INTO n FROM acc WHERE id BETWEEN 1 AND a AND kind IN ('a', 'b') AND note LIKE 'x%' AND owner IS NOT NULL AND note IS DISTINCT FROM t AND (bal > 0) IS TRUE AND nullif(a, 3) = 4 AND greatest(a, 2) = 5 AND id = -1 AND bal = '12.5' AND upper(t) = 'X' AND (a, t) = (id, note) AND id NOT IN (7, 8) AND id = ANY (ARRAY[1, 2]);
UPDATE acc SET bal = n WHERE id = a;
END;
$$;
