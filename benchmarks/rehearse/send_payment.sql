-- SmallBank's SendPayment, which OLTP-Bench has and the first publication (Alomari, Cahill, Fekete & Röhm, ICDE 2008) has
-- not: from one customer's checking account to another's.

CREATE PROCEDURE send_payment(p_from varchar, p_to varchar, p_amount numeric)
LANGUAGE plpgsql AS $$
DECLARE
    v_from    account.custid%TYPE;
    v_to      account.custid%TYPE;
    v_balance checking.bal%TYPE;
    v_other   checking.bal%TYPE;
BEGIN
    SELECT custid INTO v_from FROM account WHERE name = p_from;
    SELECT custid INTO v_to FROM account WHERE name = p_to;
    SELECT bal INTO v_balance FROM checking WHERE custid = v_from;
    IF v_balance < p_amount THEN
        RETURN;
    END IF;
    SELECT bal INTO v_other FROM checking WHERE custid = v_to;
    UPDATE checking SET bal = v_balance - p_amount WHERE custid = v_from;
    UPDATE checking SET bal = v_other + p_amount WHERE custid = v_to;
END;
$$;
