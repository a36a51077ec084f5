-- A loop that fetches all rows is a loop over the query; a loop that may leave them, or that fetches twice, is not.
CREATE FUNCTION all_rows(p_owner text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    c CURSOR (o text) FOR SELECT id, bal FROM acc WHERE owner = o;
    v integer;
    b integer;
BEGIN
    OPEN c(o := p_owner);
    LOOP
        FETCH c INTO v, b;
        EXIT WHEN NOT FOUND;
        UPDATE acc SET bal = b + 1 WHERE id = v;
    END LOOP;
    CLOSE c;
END $$;
CREATE FUNCTION pairs(p_owner text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    c CURSOR FOR SELECT id FROM acc WHERE owner = p_owner;
    v integer;
BEGIN
    OPEN c;
    LOOP
        FETCH c INTO v;
        EXIT WHEN NOT FOUND;
        UPDATE acc SET bal = 1 WHERE id = v;
        FETCH c INTO v;
    END LOOP;
END $$;
CREATE FUNCTION for_cursor(p integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    c CURSOR (a integer, b integer) FOR SELECT id, bal FROM acc WHERE id BETWEEN a AND b;
BEGIN
    FOR r IN c(p, b := p + 5) LOOP
        UPDATE acc SET bal = r.bal + 1 WHERE id = r.id;
    END LOOP;
END $$;
