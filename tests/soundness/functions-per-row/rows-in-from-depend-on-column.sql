-- level: postgresql/repeatable-read
-- never: safe
-- why: how many rows the function gives depends on the column, which the other one changes: write skew
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE w (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    n integer;
BEGIN
    SELECT count(*) INTO n FROM t, generate_series(1, t.v);
    UPDATE w SET v = n WHERE id = k;
END $$;
CREATE FUNCTION q(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    n integer;
BEGIN
    SELECT v INTO n FROM w WHERE id = k;
    UPDATE t SET v = n WHERE id = k;
END $$;
