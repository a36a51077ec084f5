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
    RETURN pick((SELECT a));
END;
$$;
CREATE FUNCTION pick(VARIADIC list integer[]) RETURNS integer LANGUAGE sql AS $$ SELECT 4 $$;
CREATE FUNCTION pick(list integer[], how text DEFAULT '') RETURNS integer LANGUAGE sql AS $$ SELECT 5 $$;
CREATE FUNCTION pick(d date, x numeric) RETURNS integer LANGUAGE sql AS $$ SELECT 6 $$;
CREATE FUNCTION pick(d timestamptz, x numeric) RETURNS integer LANGUAGE sql AS $$ SELECT 7 $$;
CREATE FUNCTION pick(b boolean) RETURNS integer LANGUAGE sql AS $$ SELECT 8 $$;
CREATE FUNCTION by_expressions(a integer, b varchar(3), d date, l integer[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE r record;
BEGIN
    SELECT id INTO r FROM log;
    PERFORM pick(a + 1), pick(b || a), pick(CASE WHEN a > 1 THEN 'x' ELSE 'y' END), pick(coalesce(a, 1)), pick(-a),
            pick(upper(b)), pick(length(b)), pick(l), pick(l[1]), pick(ARRAY[1] || a), pick('(' || b),
            pick(CURRENT_DATE, 1), pick(now(), a * 1.5), pick(d - 1, a), pick(d - interval '1 day', 1),
            pick(a > 1), pick(a IS NULL), pick(EXISTS (SELECT FROM log)), pick(pick(a));
    PERFORM pick(r.id);
    PERFORM pick(l.id), pick(l.msg), pick('m' || l.msg), pick(1, a, 2), pick(id, id) FROM log l;
END;
$$;
