-- OPEN … FOR EXECUTE: values in a text leave its query known; names leave what it may touch; of others nothing is known.
CREATE FUNCTION with_value(p text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    c refcursor;
    b numeric;
BEGIN
    OPEN c FOR EXECUTE format('SELECT bal FROM acc WHERE owner = %L', p);
    FETCH c INTO b;
    UPDATE log SET msg = b::text WHERE id = 1;
END $$;
CREATE FUNCTION with_name(p text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    c refcursor;
    b numeric;
BEGIN
    OPEN c FOR EXECUTE 'SELECT bal FROM acc ORDER BY ' || quote_ident(p) || ' FOR UPDATE';
    FETCH c INTO b;
    UPDATE log SET msg = b::text WHERE id = 1;
END $$;
CREATE FUNCTION said(p text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    c refcursor;
    b numeric;
BEGIN
    -- isoproof: touches acc
    OPEN c FOR EXECUTE p;
    FETCH c INTO b;
END $$;
