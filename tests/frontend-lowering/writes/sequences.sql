-- What nextval gives is any value; it is no row's.
CREATE SEQUENCE numbers;
CREATE FUNCTION p(a integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
n bigint := nextval('numbers');
BEGIN
INSERT INTO acc (id, bal) VALUES (nextval('numbers'), n);
UPDATE acc SET bal = currval('numbers') WHERE id = a;
PERFORM setval('numbers', 1);
RETURN n;
END; $$;
