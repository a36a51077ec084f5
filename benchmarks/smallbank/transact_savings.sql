-- TS: a deposit to or a withdrawal from the savings, which must stay covered.
CREATE PROCEDURE transact_savings(p_name varchar, p_amount numeric)
LANGUAGE plpgsql AS $$
DECLARE
    v_custid  account.custid%TYPE;
    v_savings savings.bal%TYPE;
BEGIN
    SELECT custid INTO v_custid FROM account WHERE name = p_name;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'no customer named %', p_name;
    END IF;

    UPDATE savings SET bal = bal + p_amount WHERE custid = v_custid RETURNING bal INTO v_savings;
    IF v_savings < 0 THEN
        RAISE EXCEPTION 'the savings of % do not cover %', p_name, p_amount;
    END IF;
END;
$$;
