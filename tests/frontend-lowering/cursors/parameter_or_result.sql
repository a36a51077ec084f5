-- A cursor that comes from outside stands for anything; a cursor that is returned was opened here. One on a text that is
-- put together, too.
CREATE FUNCTION given(c refcursor) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v integer;
BEGIN
    FETCH c INTO v;
    UPDATE acc SET bal = v WHERE id = 1;
END $$;
CREATE FUNCTION returned(p integer) RETURNS refcursor LANGUAGE plpgsql AS $$
DECLARE
    c refcursor;
BEGIN
    OPEN c FOR SELECT bal FROM acc WHERE id = p;
    RETURN c;
END $$;
CREATE FUNCTION dynamic(p text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    c refcursor;
    v integer;
BEGIN
    OPEN c FOR EXECUTE 'SELECT bal FROM ' || p;
    FETCH c INTO v;
END $$;
