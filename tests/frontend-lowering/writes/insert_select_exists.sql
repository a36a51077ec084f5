CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
INSERT INTO acc (id, owner, bal) SELECT a, 'x', 0 WHERE NOT EXISTS (SELECT 1 FROM acc WHERE id = a);
END;
$$;
