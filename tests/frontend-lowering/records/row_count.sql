CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 n integer;
BEGIN
UPDATE acc SET bal = 0 WHERE owner = 'x';
GET DIAGNOSTICS n = ROW_COUNT;
IF n > 1 THEN DELETE FROM log; END IF;
END;
$$;
