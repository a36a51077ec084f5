-- WC: a cheque is drawn on the total of both accounts; a penalty of 1 is charged
-- if they do not cover it. Both balances are locked when they are read.
CREATE PROCEDURE write_check(p_name varchar, p_amount numeric)
LANGUAGE plpgsql AS $$
DECLARE
    v_custid   account.custid%TYPE;
    v_savings  savings.bal%TYPE;
    v_checking checking.bal%TYPE;
BEGIN
    SELECT custid INTO v_custid FROM account WHERE name = p_name;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'no customer named %', p_name;
    END IF;

    SELECT bal INTO v_savings FROM savings WHERE custid = v_custid FOR UPDATE;
    SELECT bal INTO v_checking FROM checking WHERE custid = v_custid FOR UPDATE;

    IF v_savings + v_checking < p_amount THEN
        UPDATE checking SET bal = bal - (p_amount + 1) WHERE custid = v_custid;
    ELSE
        UPDATE checking SET bal = bal - p_amount WHERE custid = v_custid;
    END IF;
END;
$$;
