CREATE FUNCTION one(p integer) RETURNS record LANGUAGE plpgsql AS $$
DECLARE
r record;
BEGIN
SELECT bal, kind INTO r FROM acc WHERE id = p;
RETURN r;
END;
$$;
CREATE FUNCTION p(i integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
b numeric;
BEGIN
SELECT a INTO b FROM one(i) AS t(a numeric, k text) WHERE t.k = 'x';
UPDATE acc SET bal = b WHERE id = i;
END;
$$;
