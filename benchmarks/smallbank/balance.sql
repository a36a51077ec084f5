-- Bal: the total of a customer's two accounts.
CREATE FUNCTION balance(p_name varchar) RETURNS numeric
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

    SELECT bal INTO v_savings FROM savings WHERE custid = v_custid;
    SELECT bal INTO v_checking FROM checking WHERE custid = v_custid;
    RETURN v_savings + v_checking;
END;
$$;
