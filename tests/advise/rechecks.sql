-- A row is read, looked at and written. Each routine asks in another way; the changes leave what it does alone as it is.
CREATE TABLE stock (id integer PRIMARY KEY, n integer NOT NULL, label text, price numeric(8, 2) NOT NULL);

CREATE FUNCTION take(p integer, p_n integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v_n integer;
BEGIN
    SELECT n INTO v_n FROM stock WHERE id = p;
    IF v_n IS NULL OR v_n < p_n THEN RAISE EXCEPTION 'too few'; END IF;
    UPDATE stock SET n = v_n - p_n WHERE id = p;
END $$;

CREATE FUNCTION try_take(p integer, p_n integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    v stock%ROWTYPE;
BEGIN
    SELECT * INTO v FROM stock WHERE id = p;
    IF NOT FOUND OR v.n < p_n OR v.label = 'kept' THEN
        RETURN false;
    END IF;
    UPDATE stock SET n = n - p_n WHERE id = p;
    RETURN true;
END $$;

CREATE FUNCTION take_some(p integer, p_n integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    v_n integer;
    v_label stock.label%TYPE;
BEGIN
    SELECT n, label INTO v_n, v_label FROM stock WHERE id = p;
    IF v_n >= p_n AND v_label IS DISTINCT FROM 'kept' THEN
        UPDATE stock SET n = n - p_n WHERE id = p;
    END IF;
    RETURN v_n;
END $$;

CREATE FUNCTION rename(p integer, p_label text) RETURNS void LANGUAGE plpgsql AS '
DECLARE
    v_label text;
BEGIN
    SELECT label INTO STRICT v_label FROM stock WHERE id = p;
    IF v_label = ''kept'' THEN RAISE EXCEPTION ''kept''; END IF;
    UPDATE stock SET label = p_label WHERE id = p;
END ';

-- A price that is rounded, a comparison that another type makes, and a branch: nothing of these is repeated.
CREATE FUNCTION discount(p integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v_price integer;
BEGIN
    SELECT price INTO v_price FROM stock WHERE id = p;
    IF v_price < 10 THEN RAISE EXCEPTION 'cheap'; END IF;
    UPDATE stock SET price = price - 1 WHERE id = p;
END $$;

CREATE FUNCTION discard(p integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v_n integer;
BEGIN
    SELECT n INTO v_n FROM stock WHERE id = p;
    IF v_n > 0 THEN
        RAISE EXCEPTION 'in use: %', v_n;
    END IF;
    DELETE FROM stock WHERE id = p;
    IF NOT FOUND THEN RAISE NOTICE 'nothing there'; END IF;
END $$;
