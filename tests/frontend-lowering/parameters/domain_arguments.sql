CREATE DOMAIN quantity AS integer CHECK (value > 0);
CREATE DOMAIN cents AS numeric(10,2);
CREATE DOMAIN small AS quantity CHECK (value < 10);
CREATE TABLE stock (id integer PRIMARY KEY, amount quantity, price cents, few small NOT NULL);
CREATE FUNCTION takes(q quantity) RETURNS void LANGUAGE sql AS $$ UPDATE stock SET amount = amount - q WHERE id = 1 $$;
CREATE FUNCTION one_of(q quantity) RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$;
CREATE FUNCTION one_of(q text) RETURNS integer LANGUAGE sql AS $$ SELECT 2 $$;
CREATE FUNCTION p(a integer, n numeric, t text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE s small; r stock%ROWTYPE;
BEGIN
PERFORM takes(a);
PERFORM takes(few) FROM stock WHERE id = a;
UPDATE stock SET price = n, amount = one_of(t) WHERE id = a;
SELECT few INTO s FROM stock WHERE id = a;
UPDATE stock SET few = s + 1, amount = s WHERE id = a;
END;
$$;
CREATE FUNCTION both_take(q integer) RETURNS void LANGUAGE sql AS $$ SELECT 1 $$;
CREATE FUNCTION both_take(q quantity) RETURNS void LANGUAGE sql AS $$ UPDATE stock SET amount = q WHERE id = 2 $$;
CREATE FUNCTION overloaded(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE s small := a;
BEGIN
PERFORM both_take(s);
END;
$$;
