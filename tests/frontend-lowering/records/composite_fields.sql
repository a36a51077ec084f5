CREATE TYPE place AS (street text, zip integer);
CREATE TYPE person AS (id integer, home place, bal numeric(12,2));
CREATE VIEW rich AS SELECT a.id AS who, a.bal, coalesce(a.kind, 'x') AS kind FROM acc a;
CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 v person; w person%ROWTYPE; x place; r rich%ROWTYPE; what rich.kind%TYPE;
BEGIN
v.id := a;
v.home.zip := 5;
IF (v.home).zip > 4 THEN
 w := v;
END IF;
x := w.home;
SELECT * INTO r FROM rich WHERE who = w.id;
what := r.kind;
UPDATE acc SET bal = r.bal WHERE id = x.zip;
UPDATE acc SET kind = what WHERE id = (w.home).zip + v.id;
w := NULL;
IF w IS NULL THEN
 v := ROW(7, ROW('s', 8), 1.5);
 UPDATE acc SET bal = v.bal WHERE id = v.id AND id < (v.home).zip;
END IF;
END;
$$;
CREATE FUNCTION alike(a integer, x person, y person) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
IF x.home IS NOT DISTINCT FROM y.home THEN UPDATE acc SET bal = 1 WHERE id = a; END IF;
IF x = y THEN UPDATE acc SET bal = 2 WHERE id = a; END IF;
IF (CASE WHEN a > 1 THEN x ELSE y END).id = 5 THEN UPDATE acc SET bal = 3 WHERE id = a; END IF;
END;
$$;
