CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
UPDATE acc SET bal = 0 WHERE id = a;
IF NOT FOUND THEN INSERT INTO acc (id, owner, bal) VALUES (a, 'me', 0); END IF;
END;
$$;
