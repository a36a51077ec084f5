-- level: postgresql/repeatable-read
-- never: safe
-- why: how many rows the user-defined function gives depends on the column, which the other one changes: write skew
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE w (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION times(n integer) RETURNS SETOF integer LANGUAGE sql AS $$ SELECT generate_series(1, n) $$;
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    n integer;
BEGIN
    SELECT count(*) INTO n FROM t, times(t.v);
    UPDATE w SET v = n WHERE id = k;
END $$;
CREATE FUNCTION q(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    n integer;
BEGIN
    SELECT v INTO n FROM w WHERE id = k;
    UPDATE t SET v = n WHERE id = k;
END $$;
