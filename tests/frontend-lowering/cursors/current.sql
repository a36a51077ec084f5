-- WHERE CURRENT OF is the row last fetched, by its key; where that is not followed, any row.
CREATE FUNCTION one(p integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    c CURSOR FOR SELECT bal FROM acc WHERE id > p;
    b integer;
BEGIN
    OPEN c;
    FETCH c INTO b;
    UPDATE acc SET bal = b + 1 WHERE CURRENT OF c;
    FETCH c INTO b;
    DELETE FROM acc WHERE CURRENT OF c;
END $$;
CREATE FUNCTION each(p text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    c CURSOR FOR SELECT bal FROM acc WHERE owner = p FOR UPDATE;
BEGIN
    FOR r IN c LOOP
        UPDATE acc SET bal = r.bal + 1 WHERE CURRENT OF c;
    END LOOP;
END $$;
