CREATE SCHEMA app;
CREATE TYPE app.pair AS (a integer, b text);
ALTER TYPE app.pair ADD ATTRIBUTE c numeric, DROP ATTRIBUTE b, ALTER ATTRIBUTE a TYPE bigint;
ALTER TYPE app.pair RENAME ATTRIBUTE c TO amount;
ALTER TYPE app.pair RENAME TO couple;
CREATE TYPE gone AS (a integer);
CREATE TABLE app.holder (id integer PRIMARY KEY, c app.couple);
DROP TYPE gone;
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v app.couple; g gone; h app.holder; t absent%ROWTYPE;
BEGIN
v.a := k;
v.amount := 2;
g.a := 3;
SELECT * INTO h FROM app.holder WHERE id = k;
UPDATE app.holder SET c = v WHERE (c).a = k;
UPDATE acc SET bal = v.amount WHERE id = v.a;
UPDATE acc SET bal = 2 WHERE id = g.a;
UPDATE acc SET bal = 3 WHERE id = (h.c).a;
UPDATE acc SET bal = 4 WHERE id = t.id;
END;
$$;
CREATE FUNCTION wrong(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v app.couple;
BEGIN
v.b := k;
END;
$$;
CREATE FUNCTION no_field(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v app.couple[];
BEGIN
UPDATE acc SET bal = 4 WHERE id = (v[1]).b;
END;
$$;
