CREATE FUNCTION p(n integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 b numeric;
BEGIN
LOOP
SELECT bal INTO b FROM acc WHERE id = n;
EXIT WHEN b > 0;
UPDATE acc SET bal = 1 WHERE id = n;
END LOOP;
DELETE FROM log;
END;
$$;
