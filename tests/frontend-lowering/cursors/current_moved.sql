-- The current row is the row that was fetched whatever its key is by now; so its key tells which it is only where no
-- program changes keys. A cursor that another routine has opened may be on any row.
CREATE FUNCTION each(p text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    c CURSOR FOR SELECT bal FROM acc WHERE owner = p;
BEGIN
    FOR r IN c LOOP
        UPDATE acc SET bal = r.bal + 1 WHERE CURRENT OF c;
    END LOOP;
END $$;
CREATE FUNCTION renumber(p integer, q integer) RETURNS void LANGUAGE sql AS $$
    UPDATE acc SET id = q WHERE id = p $$;
CREATE FUNCTION handed(c refcursor) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM line WHERE CURRENT OF c;
    DELETE FROM line WHERE CURRENT OF named;
END $$;
