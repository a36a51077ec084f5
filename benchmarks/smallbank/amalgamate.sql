-- Am: moves all the funds of one customer into the checking account of another.
CREATE PROCEDURE amalgamate(p_from varchar, p_to varchar)
LANGUAGE plpgsql AS $$
DECLARE
    v_from     account.custid%TYPE;
    v_to       account.custid%TYPE;
    v_savings  savings.bal%TYPE;
    v_checking checking.bal%TYPE;
BEGIN
    SELECT custid INTO v_from FROM account WHERE name = p_from;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'no customer named %', p_from;
    END IF;
    SELECT custid INTO v_to FROM account WHERE name = p_to;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'no customer named %', p_to;
    END IF;

    SELECT bal INTO v_savings FROM savings WHERE custid = v_from FOR UPDATE;
    UPDATE savings SET bal = 0 WHERE custid = v_from;
    SELECT bal INTO v_checking FROM checking WHERE custid = v_from FOR UPDATE;
    UPDATE checking SET bal = 0 WHERE custid = v_from;
    UPDATE checking SET bal = bal + v_savings + v_checking WHERE custid = v_to;
END;
$$;
