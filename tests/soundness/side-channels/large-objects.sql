-- level: postgresql/serializable
-- never: safe
-- why: serializable does not track large objects: a write skew between two of them
CREATE FUNCTION f() RETURNS bytea LANGUAGE plpgsql AS $$
DECLARE seen bytea := lo_get(777);
BEGIN
    PERFORM lo_put(778, 0, 'z');
    RETURN seen;
END $$;
CREATE FUNCTION g() RETURNS bytea LANGUAGE plpgsql AS $$
DECLARE seen bytea := lo_get(778);
BEGIN
    PERFORM lo_put(777, 0, 'z');
    RETURN seen;
END $$;
