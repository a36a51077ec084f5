-- A parenthesis after SELECT does not make a cursor of it.
CREATE FUNCTION p(o text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    r record;
BEGIN
    FOR r IN SELECT (id + 1) AS next FROM acc WHERE owner = o LOOP
        UPDATE acc SET note = 'x' WHERE id = r.next;
    END LOOP;
    FOR r IN (SELECT id FROM acc WHERE owner = o) LOOP
        UPDATE acc SET note = 'y' WHERE id = r.id;
    END LOOP;
END $$;
