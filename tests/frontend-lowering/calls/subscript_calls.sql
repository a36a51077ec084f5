CREATE FUNCTION w(p integer) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
UPDATE acc SET bal = 0 WHERE id = p;
RETURN 1;
END;
$$;
CREATE FUNCTION p(i integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
a integer[];
BEGIN
a[w(i)] := 1;
a[(SELECT bal FROM acc WHERE id = i)] := 2;
a[i:w(i + 1)] := '{3}';
END;
$$;
CREATE FUNCTION into_is_no_subscript(ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
a integer;
BEGIN
SELECT ids INTO a[2];
DELETE FROM acc WHERE id = a;
END;
$$;
