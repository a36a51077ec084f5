-- A routine with the name of a routine that others call is a program if none of them calls it.
CREATE FUNCTION put(n integer) RETURNS void LANGUAGE sql AS $$ INSERT INTO log (msg) VALUES (n::text); $$;
CREATE FUNCTION put(t text) RETURNS void LANGUAGE sql AS $$ INSERT INTO log (msg) VALUES (t); $$;
CREATE FUNCTION put(t text, u text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
DELETE FROM log WHERE msg = u;
PERFORM put(t, u, 3);
END;
$$;
CREATE FUNCTION put(t text, u text, i integer) RETURNS void LANGUAGE sql AS $$ INSERT INTO log (msg) VALUES (u); $$;
CREATE FUNCTION caller(n integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
PERFORM put(n);
END;
$$;
