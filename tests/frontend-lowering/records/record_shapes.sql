-- What a record has is known where it is always assigned the same columns.
CREATE FUNCTION one(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE r record; a acc%ROWTYPE;
BEGIN
SELECT * INTO r FROM acc WHERE id = k;
a := r;
UPDATE acc SET bal = 1 WHERE id = a.id;
END;
$$;
CREATE FUNCTION either(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE r record; a acc%ROWTYPE;
BEGIN
IF k > 1 THEN
 SELECT * INTO r FROM acc WHERE id = k;
ELSE
 SELECT bal, id INTO r FROM acc WHERE id = k;
END IF;
a := r;
UPDATE acc SET bal = 1 WHERE id = a.id;
END;
$$;
CREATE FUNCTION unknown(k integer, q text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE r record; n integer;
BEGIN
-- isoproof: touches log
EXECUTE q INTO r;
IF k > 1 THEN
 n := r.x;
END IF;
n := r.x;
UPDATE acc SET bal = 1 WHERE id = n;
INSERT INTO ord VALUES (r.*);
END;
$$;
