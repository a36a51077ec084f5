CREATE PROCEDURE take(k integer, INOUT got numeric) LANGUAGE plpgsql AS $$
BEGIN
DELETE FROM acc WHERE id = k RETURNING bal INTO got;
END; $$;
CREATE PROCEDURE p(a integer)  LANGUAGE plpgsql AS $$
DECLARE
 x numeric;
BEGIN
CALL take(a, x);
UPDATE acc SET bal = x WHERE id = 0;
END;
$$;
