CREATE FUNCTION empties(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
TRUNCATE log, ord CASCADE;
END; $$;
CREATE FUNCTION empties_own(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
CREATE TEMPORARY TABLE mine (id integer) ON COMMIT DROP;
TRUNCATE mine;
UPDATE acc SET bal = 0 WHERE id = a;
END; $$;
