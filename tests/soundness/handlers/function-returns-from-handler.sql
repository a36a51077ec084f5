-- level: postgresql/repeatable-read
-- never: safe
-- why: a function that its caller takes a value from returns it from a handler
CREATE TABLE a (id integer PRIMARY KEY, n integer NOT NULL);
CREATE FUNCTION f(m integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    SELECT n INTO v FROM a WHERE id = m;
    IF v > 0 THEN
        RAISE unique_violation;
    END IF;
    RETURN 0;
EXCEPTION WHEN unique_violation THEN
    RETURN v;
END $$;
CREATE PROCEDURE p(k integer, m integer) LANGUAGE plpgsql AS $$
DECLARE v integer := f(m);
BEGIN
    UPDATE a SET n = v + 1 WHERE id = k;
END $$;
