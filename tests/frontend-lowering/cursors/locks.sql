-- Rows are locked as they are fetched: not when the cursor is opened, and not all of them unless a loop gets them all.
CREATE FUNCTION one(p integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    c CURSOR FOR SELECT id, bal FROM acc WHERE id = p FOR UPDATE;
    v integer;
    b integer;
BEGIN
    OPEN c;
    FETCH c INTO v, b;
    UPDATE acc SET bal = b + 1 WHERE id = v;
END $$;
CREATE FUNCTION all_rows(p text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    c CURSOR FOR SELECT id, bal FROM acc WHERE owner = p FOR UPDATE;
    v integer;
    b integer;
BEGIN
    OPEN c;
    LOOP
        FETCH c INTO v, b;
        IF NOT FOUND THEN EXIT; END IF;
        UPDATE acc SET bal = b + 1 WHERE id = v;
    END LOOP;
END $$;
CREATE FUNCTION some_rows(p text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    c CURSOR FOR SELECT id, bal FROM acc WHERE owner = p FOR UPDATE;
    v integer;
    b integer;
BEGIN
    OPEN c;
    LOOP
        FETCH c INTO v, b;
        EXIT WHEN NOT FOUND;
        EXIT WHEN b > 5;
        UPDATE acc SET bal = b + 1 WHERE id = v;
    END LOOP;
END $$;
