-- Three lost updates in two programs, and a harmless one in a third, which no change is about. What purge runs is not known, so there is no proof for all programs.
CREATE TABLE orders (id int PRIMARY KEY, state text NOT NULL);
CREATE TABLE seat (id int PRIMARY KEY, taken int NOT NULL);
CREATE TABLE counter (year int PRIMARY KEY, last int NOT NULL);
CREATE TABLE invoice (year int NOT NULL, no int NOT NULL, PRIMARY KEY (year, no));

CREATE PROCEDURE pay(p int) LANGUAGE plpgsql AS $$
DECLARE
    v_state text;
BEGIN
    SELECT state INTO STRICT v_state FROM orders WHERE id = p;
    IF v_state <> 'new' THEN
        RAISE EXCEPTION 'order % is %', p, v_state;
    END IF;
    UPDATE orders SET state = 'paid' WHERE id = p;
END $$;

CREATE PROCEDURE cancel(p int) LANGUAGE plpgsql AS $$
DECLARE
    v_state text;
BEGIN
    SELECT state INTO v_state FROM orders WHERE id = p FOR UPDATE;
    IF v_state IS DISTINCT FROM 'new' THEN
        RAISE EXCEPTION 'cannot cancel';
    END IF;
    UPDATE orders SET state = 'cancelled' WHERE id = p;
END $$;

CREATE PROCEDURE sit(p int) LANGUAGE plpgsql AS $$
DECLARE
    v_taken int;
BEGIN
    SELECT taken INTO STRICT v_taken FROM seat WHERE id = p;
    UPDATE seat SET taken = v_taken + 1 WHERE id = p AND v_taken < 3;
END $$;

CREATE FUNCTION number(p_year int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
    v_no int;
BEGIN
    UPDATE counter SET last = last + 1 WHERE year = p_year RETURNING last INTO v_no;
    IF NOT FOUND THEN
        INSERT INTO counter VALUES (p_year, 1);
        v_no := 1;
    END IF;
    INSERT INTO invoice VALUES (p_year, v_no);
    RETURN v_no;
END $$;

CREATE FUNCTION purge(p text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE p;
END $$;
