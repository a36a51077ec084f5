-- Two of report see two deposits in opposite orders, if these are of more than nothing.
CREATE TABLE savings (id integer PRIMARY KEY, balance numeric NOT NULL);
CREATE TABLE checking (id integer PRIMARY KEY, balance numeric NOT NULL);

CREATE PROCEDURE save(p_id integer, p_amount numeric) LANGUAGE sql AS $$
    UPDATE savings SET balance = balance + p_amount WHERE id = p_id;
$$;

CREATE PROCEDURE deposit(p_id integer, p_amount numeric) LANGUAGE sql AS $$
    UPDATE checking SET balance = balance + p_amount WHERE id = p_id;
$$;

CREATE FUNCTION report(p_id integer) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
    v_savings  numeric;
    v_checking numeric;
BEGIN
    SELECT balance INTO v_savings FROM savings WHERE id = p_id;
    SELECT balance INTO v_checking FROM checking WHERE id = p_id;
    RETURN v_savings + v_checking;
END;
$$;
