-- level: postgresql/repeatable-read
-- never: safe
-- why: each function of ROWS FROM runs, the second one, too
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE w (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION put(n integer) RETURNS integer LANGUAGE sql AS $$ UPDATE w SET v = n WHERE id = 1 RETURNING v $$;
CREATE FUNCTION p() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    n integer;
BEGIN
    SELECT v INTO n FROM t WHERE id = 1;
    PERFORM * FROM ROWS FROM (generate_series(1, 2), put(n)) AS z (a, b);
END $$;
CREATE FUNCTION q() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    n integer;
BEGIN
    SELECT v INTO n FROM w WHERE id = 1;
    UPDATE t SET v = n WHERE id = 1;
END $$;
