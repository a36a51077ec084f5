-- DC: a deposit, which must not be negative.
CREATE PROCEDURE deposit_checking(p_name varchar, p_amount numeric)
LANGUAGE plpgsql AS $$
DECLARE
    v_custid account.custid%TYPE;
BEGIN
    SELECT custid INTO v_custid FROM account WHERE name = p_name;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'no customer named %', p_name;
    END IF;
    IF p_amount < 0 THEN
        RAISE EXCEPTION 'cannot deposit %', p_amount;
    END IF;

    UPDATE checking SET bal = bal + p_amount WHERE custid = v_custid;
END;
$$;
