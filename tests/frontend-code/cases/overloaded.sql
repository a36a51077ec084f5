-- Which of several routines is called: by types, by names of arguments, by VARIADIC.
CREATE TABLE log (id integer PRIMARY KEY, msg text);
CREATE FUNCTION pick(n integer) RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$;
CREATE FUNCTION pick(t text) RETURNS integer LANGUAGE sql AS $$ SELECT 2 $$;
CREATE FUNCTION pick(n integer, step integer) RETURNS integer LANGUAGE sql AS $$ SELECT 3 $$;
CREATE FUNCTION by_types(a integer, b text) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
    RETURN pick(a) + pick(b) + pick('x') + pick(5) + pick(step => 1, n => a);
END;
$$;
CREATE FUNCTION not_known(a integer) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
    RETURN pick(a + 1);
END;
$$;
