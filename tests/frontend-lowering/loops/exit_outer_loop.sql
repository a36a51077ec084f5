CREATE FUNCTION p(n integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
<<outer>>
FOR i IN 1 .. n LOOP
FOR k IN 1 .. n LOOP
EXIT outer WHEN k = 2;
DELETE FROM acc WHERE id = k;
END LOOP;
DELETE FROM acc WHERE id = i;
END LOOP;
DELETE FROM log;
END;
$$;
