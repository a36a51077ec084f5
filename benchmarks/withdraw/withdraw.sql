-- A withdrawal that first checks the balance: the example of Nagar & Jagannathan
-- (CONCUR 2018, section 2).

CREATE TABLE account (
    acc_id  integer PRIMARY KEY,
    balance numeric NOT NULL
);

CREATE FUNCTION withdraw(p_id integer, p_amount numeric) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
    v_balance account.balance%TYPE;
BEGIN
    SELECT balance INTO v_balance FROM account WHERE acc_id = p_id;

    IF v_balance > p_amount THEN
        UPDATE account SET balance = v_balance - p_amount WHERE acc_id = p_id;
        RETURN true;
    END IF;
    RETURN false;
END;
$$;
