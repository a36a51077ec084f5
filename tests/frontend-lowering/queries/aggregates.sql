CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 c bigint; m numeric; i integer; s numeric;
BEGIN
SELECT count(*), coalesce(max(bal), 0) + 1, min(id), sum(bal) INTO c, m, i, s FROM acc WHERE owner = 'x';
UPDATE acc SET bal = c + m + i + s WHERE id = a;
END;
$$;
