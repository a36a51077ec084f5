CREATE TYPE pair AS (a integer, b integer);
CREATE FUNCTION twice(x pair) RETURNS pair LANGUAGE plpgsql AS $$
DECLARE r pair;
BEGIN
r.a := x.a * 2;
r.b := x.b;
RETURN r;
END;
$$;
CREATE FUNCTION row_of(k integer) RETURNS acc LANGUAGE sql AS $$ SELECT * FROM acc WHERE id = k $$;
CREATE FUNCTION two(x integer, OUT a integer, OUT b integer) LANGUAGE plpgsql AS $$
BEGIN a := x; b := x + 1; END;
$$;
CREATE FUNCTION many(x integer) RETURNS SETOF pair LANGUAGE plpgsql AS $$
DECLARE r pair;
BEGIN
FOR r IN SELECT id, id FROM acc WHERE kind = 'x' LOOP
 RETURN NEXT r;
END LOOP;
END;
$$;
CREATE FUNCTION p(k pair) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v pair; a acc%ROWTYPE; t record; n integer;
BEGIN
v := twice(k);
UPDATE acc SET bal = 1 WHERE id = v.a;
SELECT * INTO a FROM row_of(v.b);
UPDATE acc SET bal = a.bal + 1 WHERE id = a.id;
t := two(k.a);
UPDATE acc SET bal = 2 WHERE id = t.b;
n := (two(k.b)).b;
UPDATE acc SET bal = 3 WHERE id = n;
SELECT f.a INTO n FROM many(1) f WHERE f.b > 1;
UPDATE acc SET bal = 4 WHERE id = n;
INSERT INTO log (id, msg) SELECT (v).*;
END;
$$;
