CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 x integer;
BEGIN
BEGIN
INSERT INTO acc (id, owner, bal) VALUES (a, 'x', 0);
x := 1;
EXCEPTION WHEN unique_violation THEN
UPDATE acc SET bal = 0 WHERE id = a;
x := 2;
END;
UPDATE acc SET bal = x WHERE id = 0;
END;
$$;
