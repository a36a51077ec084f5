CREATE TYPE pair AS (x integer, y text);
CREATE FUNCTION p(rows pair[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
a integer;
b text;
BEGIN
FOREACH a, b IN ARRAY rows LOOP
UPDATE acc SET note = b WHERE id = a;
END LOOP;
DELETE FROM acc WHERE id = a;
END;
$$;
