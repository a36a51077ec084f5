CREATE FUNCTION p(id integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
DELETE FROM acc WHERE acc.id = id;
SELECT id INTO id FROM acc a, ord b;
END;
$$;
