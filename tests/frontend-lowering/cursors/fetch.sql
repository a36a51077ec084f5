-- The first FETCH gives a row of the query as OPEN found it; a later one, or one after a join, any row.
CREATE FUNCTION first_row(p_owner text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    c CURSOR FOR SELECT id, bal FROM acc WHERE owner = p_owner ORDER BY id;
    v integer;
    b integer;
BEGIN
    OPEN c;
    FETCH c INTO v, b;
    IF FOUND THEN
        UPDATE acc SET bal = b + 1 WHERE id = v;
    END IF;
    CLOSE c;
    RETURN v;
END $$;
CREATE FUNCTION second_row(p_owner text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    c CURSOR FOR SELECT id, bal FROM acc WHERE owner = p_owner;
    r record;
BEGIN
    OPEN c;
    FETCH NEXT FROM c INTO r;
    FETCH c INTO r;
    IF FOUND THEN
        UPDATE acc SET bal = r.bal + 1 WHERE id = r.id;
    END IF;
    FETCH FIRST FROM c INTO r;
    UPDATE acc SET bal = r.bal + 2 WHERE id = r.id;
    MOVE ALL FROM c;
END $$;
CREATE FUNCTION joined(p integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    c refcursor;
    v integer;
BEGIN
    IF p > 0 THEN
        OPEN c FOR SELECT bal FROM acc WHERE id = p;
    ELSE
        OPEN c FOR SELECT bal FROM acc WHERE id = 0;
    END IF;
    FETCH c INTO v;
    UPDATE acc SET bal = v WHERE id = p;
END $$;
