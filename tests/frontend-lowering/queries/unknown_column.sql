CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 x integer;
BEGIN
UPDATE acc SET ball = 1 WHERE id = a;
DELETE FROM acc WHERE onwer = 'x';
x := a + bb;
END;
$$;
