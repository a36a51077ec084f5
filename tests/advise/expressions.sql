-- SELECTs in the expressions of IF and of an assignment.
CREATE TABLE savings (id integer PRIMARY KEY, owner text NOT NULL, balance numeric NOT NULL);
CREATE TABLE checking (id integer PRIMARY KEY, balance numeric NOT NULL);

CREATE FUNCTION pay(p_id integer, p_amount numeric) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT balance FROM savings WHERE id = p_id) + (SELECT balance FROM checking WHERE id = p_id) < p_amount THEN
        RETURN false;
    END IF;
    UPDATE checking SET balance = balance - p_amount WHERE id = p_id;
    RETURN true;
END;
$$;

CREATE FUNCTION take(p_owner text, p_id integer, p_amount numeric) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    v_enough boolean;
BEGIN
    v_enough := (SELECT sum(balance) FROM savings WHERE owner = p_owner) >= p_amount;
    IF v_enough THEN
        UPDATE savings SET balance = balance - p_amount WHERE id = p_id AND owner = p_owner;
    END IF;
    RETURN v_enough;
END;
$$;
