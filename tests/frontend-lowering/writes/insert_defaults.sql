CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 o integer;
BEGIN
INSERT INTO acc (id, owner, bal) VALUES (a, 'x', 1.5), (a + 1, 'y', DEFAULT);
INSERT INTO ord (acc_id, qty) VALUES (a, 3) RETURNING id INTO o;
INSERT INTO line VALUES (o, 1, 'i', 2);
END;
$$;
