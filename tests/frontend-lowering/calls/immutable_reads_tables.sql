-- Declared IMMUTABLE, but reads what is written: with constants its result may be kept with a plan, with a variable it may
-- be of the time of planning; where nothing writes the table it is run with the statement.
CREATE TABLE fixed (id integer PRIMARY KEY, rate numeric NOT NULL);
CREATE FUNCTION balance(p integer) RETURNS numeric IMMUTABLE LANGUAGE sql AS $$ SELECT bal FROM acc WHERE id = p $$;
CREATE FUNCTION rate(p integer) RETURNS numeric IMMUTABLE LANGUAGE sql AS $$ SELECT f.rate FROM fixed f WHERE id = p $$;
CREATE FUNCTION of_constant() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE acc SET bal = balance(1) + 1 WHERE id = 1;
END $$;
CREATE FUNCTION of_variable(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE acc SET bal = balance(p) + 1 WHERE id = p;
END $$;
CREATE FUNCTION of_what_stays(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE acc SET bal = bal * rate(1) WHERE id = p;
END $$;
