CREATE FUNCTION p(n integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 i integer := 0;
BEGIN
WHILE i < n LOOP
UPDATE acc SET bal = i WHERE id = i;
i := i + 1;
END LOOP;
DELETE FROM log;
END;
$$;
