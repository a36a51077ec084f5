-- A balance is set to a sum with another one, which changes.
CREATE TABLE savings (id integer PRIMARY KEY, balance numeric NOT NULL);
CREATE TABLE checking (id integer PRIMARY KEY, balance numeric NOT NULL);

CREATE PROCEDURE transfer(p_id integer, p_amount numeric) LANGUAGE plpgsql AS $$
DECLARE
    v_savings numeric;
BEGIN
    SELECT balance INTO v_savings FROM savings WHERE id = p_id;
    UPDATE checking SET balance = v_savings + p_amount WHERE id = p_id;
END;
$$;

CREATE PROCEDURE save(p_id integer, p_amount numeric) LANGUAGE sql AS $$
    UPDATE savings SET balance = balance + p_amount WHERE id = p_id;
$$;
